#!/usr/bin/env python3
"""A customer's application, which verifies events and stores entitlements, with only Python's standard library.

WEBHOOK_SECRET=whsec_… python3 app.py [port]. GET /entitlements lists the entitlements."""
import base64, hashlib, hmac, json, os, sqlite3, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Two secrets during a rotation, separated by a space.
SECRETS = [base64.b64decode(s.removeprefix("whsec_")) for s in os.environ["WEBHOOK_SECRET"].split()]
TOLERANCE = 5 * 60  # seconds
db = sqlite3.connect(os.environ.get("DATABASE", "host.db"), check_same_thread=False, isolation_level=None)
db.executescript("""
  PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS entitlements (subscription TEXT PRIMARY KEY, account TEXT, state TEXT, package INTEGER, ends_at TEXT, renews INTEGER, position INTEGER);
  CREATE TABLE IF NOT EXISTS erased (account TEXT PRIMARY KEY);
""")


def verify(headers, body):
    """Returns the event's ID. Raises ValueError for a forged, changed or old event."""
    ident, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not ident or not sent.isascii() or not sent.isdigit() or abs(time.time() - int(sent)) > TOLERANCE:
        raise ValueError("no id, or not sent just now")
    signed = f"{ident}.{sent}.".encode() + body
    wanted = [base64.b64encode(hmac.digest(s, signed, hashlib.sha256)) for s in SECRETS]
    given = [s[3:].encode() for s in headers.get("webhook-signature", "").split() if s.startswith("v1,")]
    if not any(hmac.compare_digest(g, w) for g in given for w in wanted):
        raise ValueError("no good signature")
    return ident


def apply(event):
    """Stores the event's entitlement if it is newer than the stored one. Late and repeated events are ignored."""
    data = event["data"]
    place = data if event["type"].startswith("subscription.") else data.get("subscription")  # family.joined has it inside
    if place:
        db.execute("""INSERT INTO entitlements VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (subscription) DO UPDATE SET account = excluded.account,
            state = excluded.state, package = excluded.package, ends_at = excluded.ends_at, renews = excluded.renews,
            position = excluded.position
            WHERE excluded.position > entitlements.position""",
            (place["subscriptionId"], place["accountId"], place["state"], place["packageId"], place["endsAt"], place["renews"], event["position"]))
    elif event["type"] == "privacy.erased":
        db.execute("INSERT OR IGNORE INTO erased VALUES (?)", (data["accountId"],))  # also delete your data about the account


def receive(headers, body):
    ident, event = verify(headers, body), json.loads(body)
    if event["id"] != ident:
        raise ValueError("the id isn't the event's")
    db.execute("BEGIN IMMEDIATE")
    try:  # stores the event and its effect together; after a failure, the event is sent again
        if db.execute("INSERT OR IGNORE INTO seen VALUES (?)", (ident,)).rowcount:
            apply(event)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        try:
            if length > 1 << 20:
                raise ValueError("too long")
            with lock:
                receive(self.headers, self.rfile.read(length))
            self.answer(204, b"")
        except ValueError as e:
            self.answer(400, f"{e}\n".encode())

    def do_GET(self):
        with lock:
            rows = db.execute("SELECT account, state, package, ends_at, renews, subscription FROM entitlements ORDER BY subscription").fetchall()
        self.answer(200, json.dumps([{"account": a, "state": s, "package": p, "endsAt": e, "renews": bool(r), "subscription": i} for a, s, p, e, r, i in rows]).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    import threading
    lock = threading.Lock()
    ThreadingHTTPServer.request_queue_size = 128  # with the default of 5, a burst fills the queue, and further events wait a second
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 3000), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
