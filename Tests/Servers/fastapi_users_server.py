"""fastapi-users with bearer tokens and cookies, on a SQLite file: fastapi_users_server.py DATABASE MAILS

Prints its URL, and serves until it is ended. It follows the full example of fastapi-users, with stored sessions, and
users with a nickname and a name.
"""

import socket
import sys
import uuid
from contextlib import asynccontextmanager

import uvicorn
from clock import skip
from fastapi import Depends, FastAPI
from fastapi_users import BaseUserManager, FastAPIUsers, InvalidPasswordException, UUIDIDMixin, schemas
from fastapi_users.authentication import AuthenticationBackend, BearerTransport, CookieTransport
from fastapi_users.authentication.strategy.db import DatabaseStrategy
from fastapi_users.password import PasswordHelper
from fastapi_users_db_sqlalchemy import SQLAlchemyBaseUserTableUUID, SQLAlchemyUserDatabase
from fastapi_users_db_sqlalchemy.access_token import SQLAlchemyAccessTokenDatabase, SQLAlchemyBaseAccessTokenTableUUID
from mails import deliver
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

engine = create_async_engine(f"sqlite+aiosqlite:///{sys.argv[1]}", connect_args={"timeout": 30})
sessions = async_sessionmaker(engine, expire_on_commit=False)
# The default hash takes long on a slow machine.
passwords = PasswordHelper(PasswordHash([Argon2Hasher(time_cost=1, memory_cost=1024, parallelism=1)]))
secret = "only-for-tests-only-for-tests-only-for-tests-0000"


class Base(DeclarativeBase):
    pass


class User(SQLAlchemyBaseUserTableUUID, Base):
    nickname: Mapped[str | None] = mapped_column(default=None)
    name: Mapped[str | None] = mapped_column(default=None)


class Token(SQLAlchemyBaseAccessTokenTableUUID, Base):
    pass


class UserRead(schemas.BaseUser[uuid.UUID]):
    nickname: str | None = None
    name: str | None = None


class UserCreate(schemas.BaseUserCreate):
    pass


class UserUpdate(schemas.BaseUserUpdate):
    nickname: str | None = None
    name: str | None = None


class UserManager(UUIDIDMixin, BaseUserManager[User, uuid.UUID]):
    reset_password_token_secret = secret
    verification_token_secret = secret

    async def validate_password(self, password, user):
        if len(password) < 8:
            raise InvalidPasswordException(reason="Password should be at least 8 characters")

    async def on_after_request_verify(self, user, token, request=None):
        deliver(user.email, f"https://example.com/verify?token={token}")

    async def on_after_forgot_password(self, user, token, request=None):
        deliver(user.email, f"https://example.com/reset?token={token}")


async def get_session():
    async with sessions() as session:
        yield session


async def get_users(session: AsyncSession = Depends(get_session)):
    yield UserManager(SQLAlchemyUserDatabase(session, User), passwords)


async def get_strategy(session: AsyncSession = Depends(get_session)):
    yield DatabaseStrategy(SQLAlchemyAccessTokenDatabase(session, Token), lifetime_seconds=3600)


bearer = AuthenticationBackend("bearer", BearerTransport("auth/bearer/login"), get_strategy)
# The tests use plain HTTP, over which no secure cookie is sent.
cookie = AuthenticationBackend("cookie", CookieTransport(cookie_max_age=3600, cookie_secure=False), get_strategy)
users = FastAPIUsers[User, uuid.UUID](get_users, [bearer, cookie])


@asynccontextmanager
async def lifespan(_: FastAPI):
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    yield


app = FastAPI(lifespan=lifespan)
app.include_router(users.get_auth_router(bearer), prefix="/auth/bearer")
app.include_router(users.get_auth_router(cookie), prefix="/auth/cookie")
app.include_router(users.get_register_router(UserRead, UserCreate), prefix="/auth")
app.include_router(users.get_reset_password_router(), prefix="/auth")
app.include_router(users.get_verify_router(UserRead), prefix="/auth")
app.include_router(users.get_users_router(UserRead, UserUpdate), prefix="/users")


@app.post("/-/expire", status_code=204)
async def expire():
    skip()


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
