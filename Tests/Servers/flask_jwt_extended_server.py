"""Flask-JWT-Extended with both tokens in cookies: flask_jwt_extended_server.py DATABASE

Prints its URL, and serves until it is ended. It needs no database: the accounts are in memory, and so are the refresh
tokens that were used, and the sessions that were signed out.
"""

import uuid
from datetime import timedelta

from clock import skip
from flask import Flask, jsonify, request
from flask_jwt_extended import (
    JWTManager, create_access_token, create_refresh_token, get_jwt, get_jwt_identity, jwt_required,
    set_access_cookies, set_refresh_cookies, unset_jwt_cookies,
)
from werkzeug.serving import make_server

app = Flask(__name__)
app.config.update(
    JWT_SECRET_KEY="only-for-tests-only-for-tests-only-for-tests-0000",
    JWT_TOKEN_LOCATION=["cookies"],
    JWT_REFRESH_COOKIE_PATH="/token/refresh",
    # An app sends a cookie only where it is described, so no other page can make it send one.
    JWT_COOKIE_CSRF_PROTECT=False,
    JWT_ACCESS_TOKEN_EXPIRES=timedelta(minutes=15),
)
jwt = JWTManager(app)
passwords, ended = {}, set()


@jwt.token_in_blocklist_loader
def is_ended(header, payload):
    return payload["jti"] in ended or payload["session"] in ended


@jwt.user_lookup_loader
def user(header, payload):
    return payload["sub"] if payload["sub"] in passwords else None


def with_tokens(name, session):
    response = jsonify(login=True)
    claims = {"session": session}
    set_access_cookies(response, create_access_token(name, additional_claims=claims))
    set_refresh_cookies(response, create_refresh_token(name, additional_claims=claims))
    return response


@app.post("/users")
def sign_up():
    name, password = request.json["username"], request.json["password"]
    if name in passwords:
        return jsonify(msg="This user name is taken.", code="username_taken"), 409
    if len(password) < 8:
        return jsonify(errors={"password": ["Password should be at least 8 characters"]}), 400
    passwords[name] = password
    return jsonify(username=name), 201


@app.post("/token/auth")
def sign_in():
    name = request.json["username"]
    if passwords.get(name) != request.json["password"]:
        return jsonify(msg="Bad username or password"), 401
    return with_tokens(name, str(uuid.uuid4()))


@app.post("/token/refresh")
@jwt_required(refresh=True)
def refresh():
    ended.add(get_jwt()["jti"])
    return with_tokens(get_jwt_identity(), get_jwt()["session"])


@app.post("/token/remove")
@jwt_required()
def sign_out():
    ended.add(get_jwt()["session"])
    response = jsonify(logout=True)
    unset_jwt_cookies(response)
    return response


@app.get("/users/me")
@jwt_required()
def me():
    return jsonify(username=get_jwt_identity())


@app.delete("/users/me")
@jwt_required()
def delete():
    del passwords[get_jwt_identity()]
    return "", 204


@app.post("/-/expire")
def expire():
    skip()
    return "", 204


server = make_server("127.0.0.1", 0, app, threaded=True)
print(f"http://127.0.0.1:{server.port}", flush=True)
server.serve_forever()
