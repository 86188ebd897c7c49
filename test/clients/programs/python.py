"""A program that uses the Python client that openapi-python-client generates. test/clients/python.test.ts runs it.

    python-openapi python.py URL TOKEN

The generated package `gateway` is in the current folder. The output is one JSON object.
"""

import importlib
import json
import pkgutil
import sys
from uuid import uuid4

sys.path.insert(0, ".")

import gateway.api
from gateway import AuthenticatedClient
from gateway.api.campaigns import bulk_campaigns, create_campaign
from gateway.api.clients import client as read_client
from gateway.api.clients import client_export, clients, create_client, import_clients
from gateway.models.bulk_input import BulkInput
from gateway.models.bulk_operation import BulkOperation
from gateway.models.campaign_input import CampaignInput
from gateway.models.client_export_format import ClientExportFormat
from gateway.models.client_input import ClientInput
from gateway.models.import_clients_json_body_item_type_0 import ImportClientsJsonBodyItemType0
from gateway.models.import_mode import ImportMode

url, token = sys.argv[1:]
result = {}


def functions() -> list[str]:
    """The operations that can be called: a module each, with a function that blocks and one for asyncio."""
    modules = [info for info in pkgutil.walk_packages(gateway.api.__path__, "gateway.api.") if not info.ispkg]
    found = [importlib.import_module(info.name) for info in modules]
    return [each.__name__.split(".")[-1] for each in found if each.sync_detailed and each.asyncio_detailed]


def body(name: str) -> ClientInput:
    row = {"name": name, "type": "OTHER", "industry": "Retail", "sector": "BUSINESS", "contact": {"name": "A. Nkosi"}}
    return ClientInput.from_dict(row)


result["functions"] = functions()

with AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True) as client:
    key = str(uuid4())
    first = create_client.sync_detailed(client=client, body=body("First"), idempotency_key=key)
    again = create_client.sync_detailed(client=client, body=body("First"), idempotency_key=key)
    created = first.parsed.data
    result["created"] = [first.status_code, created.name, created.status, type(created.created_at).__name__]
    result["repeated"] = [again.parsed.data.id == created.id, again.headers["idempotency-replay"]]

    rows = [ImportClientsJsonBodyItemType0.from_dict(body(name).to_dict()) for name in ("Second", "Third")]
    result["imported"] = import_clients.sync(client=client, body=rows, mode=ImportMode.ATOMIC).data.imported
    # The generator sends one kind of body. Another kind goes through its HTTP client.
    csv = "name,type,industry,sector,contact.name\nFourth,OTHER,Retail,BUSINESS,A. Nkosi\n"
    http = client.get_httpx_client()
    sent = http.post("/api/clients/import", content=csv, headers={"Content-Type": "text/csv"})
    result["imported CSV"] = sent.json()["data"]["imported"]

    page = clients.sync(client=client, page=2, limit=3)
    result["page"] = [[each.name for each in page.data], page.meta.total]
    export = client_export.sync_detailed(client=client, format_=ClientExportFormat.CSV)
    result["exported"] = export.content.decode()

    create_campaign.sync(client=client, body=CampaignInput.from_dict({"name": "Heritage Day", "type": "SOCIAL"}))
    every = BulkInput(operation=BulkOperation.DUPLICATE, all_=True, dry_run=True)
    result["bulk"] = len(bulk_campaigns.sync(client=client, body=every).data.succeeded)

    missing = read_client.sync_detailed(str(uuid4()), client=client)
    result["missing"] = [missing.status_code, type(missing.parsed).__name__, missing.parsed.code, missing.parsed.error]
    wrong = create_client.sync_detailed(client=client, body=body(""))
    result["invalid"] = [wrong.status_code, wrong.parsed.code, wrong.parsed.details.to_dict()]

with AuthenticatedClient(base_url=url, token="none") as client:
    refused = clients.sync_detailed(client=client)
    result["refused"] = [refused.status_code, type(refused.parsed).__name__, refused.parsed.error]

print(json.dumps(result))
