"""The clock of a test server."""

from datetime import datetime, timedelta

import time_machine


def skip():
    """Sets the clock forward by two hours: after the end of access tokens, and before that of refresh tokens."""
    time_machine.travel(datetime.now().astimezone() + timedelta(hours=2)).start()
