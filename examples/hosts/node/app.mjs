// A customer's application, which verifies events and stores entitlements, with only Node's own modules.
// WEBHOOK_SECRET=whsec_… node app.mjs [port]. GET /entitlements lists the entitlements.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

// Two secrets during a rotation, separated by a space.
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').map((s) => Buffer.from(s.replace(/^whsec_/, ''), 'base64'));
if (secrets.some((s) => s.length === 0)) throw new Error('set WEBHOOK_SECRET to whsec_…');
const file = process.env.DATABASE ?? 'host.json';
const tolerance = 5 * 60; // seconds
let kept = { seen: {}, entitlements: {}, erased: {} };
try {
  kept = JSON.parse(readFileSync(file, 'utf8'));
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}

/** Returns the ID of a message. Throws unless it was signed with a secret in the last five minutes. */
export function verify(headers, body) {
  const id = headers['webhook-id'] ?? '';
  const sent = headers['webhook-timestamp'] ?? '';
  if (!id || !/^\d+$/.test(sent) || Math.abs(Date.now() / 1000 - Number(sent)) > tolerance) throw new Error('no id, or not sent just now');
  const given = String(headers['webhook-signature'] ?? '').split(' ').filter((s) => s.startsWith('v1,')).map((s) => Buffer.from(s.slice(3)));
  const signatures = secrets.map((s) => Buffer.from(createHmac('sha256', s).update(`${id}.${sent}.`).update(body).digest('base64')));
  if (!given.some((g) => signatures.some((w) => g.length === w.length && timingSafeEqual(g, w)))) throw new Error('no good signature');
  return id;
}

/** Stores the event's entitlement if it is newer than the stored one. Late and repeated events are ignored. */
function apply(to, { type, data, position }) {
  const place = type.startsWith('subscription.') ? data : data.subscription; // family.joined has it inside
  if (place) {
    if (!(to.entitlements[place.subscriptionId]?.position >= position))
      to.entitlements[place.subscriptionId] = { account: place.accountId, state: place.state, package: place.packageId, endsAt: place.endsAt, renews: place.renews, position };
  } else if (type === 'privacy.erased') {
    to.erased[data.accountId] = true; // also delete your data about the account
  }
}

function receive(headers, body) {
  const id = verify(headers, body);
  const event = JSON.parse(body);
  if (event.id !== id) throw new Error("the id isn't the event's");
  if (kept.seen[id]) return;
  const next = structuredClone(kept);
  next.seen[id] = true;
  apply(next, event);
  writeFileSync(`${file}.new`, JSON.stringify(next), { flush: true }); // stores the event and its effect together: use your database's transaction
  renameSync(`${file}.new`, file);
  kept = next;
}

const server = createServer((request, response) => {
  const end = (status, text) => response.writeHead(status).end(text);
  if (request.method !== 'POST')
    return end(200, JSON.stringify(Object.entries(kept.entitlements).map(([subscription, { position, ...e }]) => ({ ...e, subscription }))));
  const parts = [];
  let length = 0;
  request.on('data', (part) => {
    length += part.length;
    if (length > 1 << 20) request.destroy();
    else parts.push(part);
  });
  request.on('end', () => {
    try {
      receive(request.headers, Buffer.concat(parts));
      end(204);
    } catch (error) {
      end(error.code ? 500 : 400, `${error.message}\n`); // after a 500, the event is sent again
    }
  });
});
server.listen(Number(process.argv[2] ?? 3000), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
