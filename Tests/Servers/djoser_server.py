"""Djoser with tokens and JSON Web Tokens, on a SQLite file: djoser_server.py DATABASE MAILS NAME

Prints its URL, and serves until it is ended. Its settings are those of Djoser's guide; refresh tokens are rotated. With
the name activation_djoser, an account cannot sign in before the link of a message is opened.
"""

import sys
from datetime import timedelta
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from clock import skip
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import include, path

settings.configure(
    SECRET_KEY="only-for-tests-only-for-tests-only-for-tests-0000",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1], "OPTIONS": {"timeout": 30}}},
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "rest_framework.authtoken",
        "rest_framework_simplejwt.token_blacklist",
        "djoser",
    ],
    MIDDLEWARE=["django.middleware.locale.LocaleMiddleware", "django.middleware.common.CommonMiddleware"],
    AUTH_PASSWORD_VALIDATORS=[
        {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
        {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
        {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    ],
    # The default hash takes long on a slow machine.
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": (
            "rest_framework.authentication.TokenAuthentication",
            "rest_framework_simplejwt.authentication.JWTAuthentication",
        )
    },
    SIMPLE_JWT={
        "AUTH_HEADER_TYPES": ("JWT",),
        "ACCESS_TOKEN_LIFETIME": timedelta(minutes=5),
        "ROTATE_REFRESH_TOKENS": True,
        "BLACKLIST_AFTER_ROTATION": True,
    },
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    EMAIL_BACKEND="mails.FolderBackend",
    DJOSER={
        "PASSWORD_RESET_CONFIRM_URL": "reset/{uid}/{token}",
        "SEND_ACTIVATION_EMAIL": sys.argv[3] == "activation_djoser",
        "ACTIVATION_URL": "activate/{uid}/{token}",
        "SERIALIZERS": {"user": "members.MemberSerializer", "current_user": "members.MemberSerializer"},
    },
    USE_TZ=True,
)
django.setup()


def expire(request):
    skip()
    return HttpResponse(status=204)


urlpatterns = [
    path("-/expire", expire),
    path("auth/", include("djoser.urls")),
    path("auth/", include("djoser.urls.authtoken")),
    path("auth/", include("djoser.urls.jwt")),
]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Handler(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    server = make_server("127.0.0.1", 0, get_wsgi_application(), Server, Handler)
    print(f"http://127.0.0.1:{server.server_port}/auth", flush=True)
    server.serve_forever()
