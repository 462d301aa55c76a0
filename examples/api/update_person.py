"""Sets a pupil's class: python3 update_person.py NUMBER CLASS. Needs Python 3.8 and no library."""
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ["ROLLCALL_URL"]
TOKEN = os.environ["ROLLCALL_TOKEN"]


def call(method, path, body=None, key=None):
    """Calls the API. Returns the data of the answer; raises HTTPError, whose body has code and msg."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}/api/v1/{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)["data"]


number, school_class = sys.argv[1:3]
try:
    person = call("GET", "people/find?" + urllib.parse.urlencode({"identity": number}))
    # Sent again under the same key, it is done once.
    change = {"id": person["id"], "fields": {"school_class": school_class}}
    call("POST", "person/update", change, key=str(uuid.uuid4()))
    print(person["id"])
except urllib.error.HTTPError as refused:
    sys.exit(f"{refused.code}: {refused.read().decode()}")
