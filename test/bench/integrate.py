"""Calls the gateway with the generated Python client. Prints the milliseconds of each call as JSON.

    python-openapi integrate.py URL TOKEN CALLS
"""

import json
import sys
import time

sys.path.insert(0, ".")

from gateway import AuthenticatedClient
from gateway.api.clients import clients

url, token, calls = sys.argv[1:]
times = []
with AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True) as client:
    for _ in range(int(calls)):
        started = time.perf_counter()
        page = clients.sync(client=client, page=1, limit=100)
        times.append((time.perf_counter() - started) * 1000)
        assert len(page.data) == 100
print(json.dumps(times))
