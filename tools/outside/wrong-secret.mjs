// A database belongs to one secret, one database of persons' keys and one merchant. Every start with others is refused, and no money is taken.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { check, cojoin, development, folder, freePort, main, start } from "./outside.mjs";

/** Runs SQL on the embedded database, which trusts its socket, and resolves with its first column. */
function sql(database, text, name = "cojoin") {
  const server = new URLSearchParams(database.slice(database.indexOf("?")));
  const path = join(server.get("host"), `.s.PGSQL.${server.get("port")}`);
  const frame = (kind, body) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () =>
      socket.write(frame("", Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`user\0cojoin\0database\0${name}\0\0`)]))),
    );
    let pending = Buffer.alloc(0);
    let isSent = false;
    const values = [];
    socket.on("error", reject);
    socket.on("data", (part) => {
      pending = Buffer.concat([pending, part]);
      while (pending.length >= 5 && pending.length > pending.readInt32BE(1)) {
        const kind = String.fromCharCode(pending[0]);
        const body = pending.subarray(5, pending.readInt32BE(1) + 1);
        pending = pending.subarray(pending.readInt32BE(1) + 1);
        if (kind === "E") {
          reject(new Error(body.toString().replaceAll("\0", " ")));
          socket.end();
        }
        if (kind === "D") values.push(body.subarray(6, 6 + body.readInt32BE(2)).toString());
        if (kind !== "Z") continue;
        if (isSent) {
          resolve(values);
          socket.end();
          continue;
        }
        isSent = true;
        socket.write(frame("Q", Buffer.from(`${text}\0`)));
      }
    });
  });
}

const notTheSecret = "this is not the secret with which this database was written";
const sentence = (text, message) => (text.includes(message) ? message : text.trim().split("\n").at(-1).slice(0, 160));

await main(async () => {
  const d = await development();
  const charged = async () => JSON.parse((await cojoin(["sandbox", "ledger", "--json"], { env: { COJOIN_SANDBOX_URL: d.sandbox } })).stdout).transactions.length;
  const card = "examples/scenarios/parent-card.yaml";
  const run = (url) => d.cojoin(["signup", "run", card, "--server", url, "--json"]);
  check("a paid sign-up", (await run(d.url)).code, 0);
  const before = await charged();
  const email = (await d.mails())[0].to.replace(/^.*<|>$/g, "");

  // Runs a server or a worker that should end by itself. If it starts, a stranger's sign-up follows.
  async function refused(what, args, env, message) {
    const port = await freePort();
    const addresses = { serve: ["--addr", `127.0.0.1:${port}`, "--private-addr", `127.0.0.1:${await freePort()}`], work: [] };
    const process = await start([...args, ...(addresses[args[0]] ?? [])], {
      env: { COJOIN_CONFIG: d.config, ...env },
      ready: (r) => /"msg":"(serving|working)"|Cojoin is running/.test(r.output),
    });
    if (process.code === undefined) {
      if (args[0] === "serve") await run(`http://127.0.0.1:${port}`);
      await process.stop();
      check(what, "it started", message);
      return;
    }
    check(what, sentence(process.output, message), message);
  }

  const stranger = { COJOIN_SECRET: randomBytes(32).toString("base64") };
  await refused("serve", ["serve"], stranger, notTheSecret);
  await refused("serve --work --wait 1m", ["serve", "--work", "--wait", "1m"], stranger, notTheSecret);
  await refused("work", ["work"], stranger, notTheSecret);
  await refused("dev", ["dev", "--addr", "127.0.0.1:0", "--data", await folder()], { COJOIN_CONFIG: "", DATABASE_URL: d.database }, notTheSecret);
  await refused("serve, another merchant", ["serve"], { COJOIN_PAYMENT_MERCHANT_ID: "another" }, "this is not the merchant of this database");
  await refused("serve, a second secret that no seal vouches for", ["serve"], { ...stranger, COJOIN_SECRET_ID: "2" }, "this database was written with secret 1, which isn't configured");
  for (const args of [
    ["work", "--once"],
    ["migrate"],
    ["secrets", "rekey"],
    ["privacy", "export", email],
    ["signup", "list"],
    ["payments", "list"],
    ["pro", "list"],
    ["invite", "list"],
    ["events", "endpoints", "list"],
  ]) {
    const done = await d.cojoin(args, { env: stranger });
    check(args.join(" "), [done.code, sentence(done.stderr, notTheSecret)], [2, notTheSecret]);
  }
  const doctor = JSON.parse((await d.cojoin(["doctor", "--json"], { env: stranger })).stdout).filter((f) => f.result === "bad");
  check("doctor", doctor.map((f) => f.found), [`secret 1: ${notTheSecret}`]);
  check("charged meanwhile", (await charged()) - before, 0);
  check("no secret: an invitation to make a second one", /secret is missing[^\n]*generated with/.test((await cojoin(["payments", "list"], { env: { DATABASE_URL: d.database } })).stderr), false);

  // An upgraded database has no seals yet: its data decides.
  await sql(d.database, "SET session_replication_role = replica; DELETE FROM identities").catch((error) => check("unsealed", error.message, ""));
  await refused("serve, first start after the upgrade", ["serve"], stranger, notTheSecret);
  check("the right secret", (await d.cojoin(["work", "--once"])).code, 0);
  check("and sealed", await sql(d.database, "SELECT count(*) FROM identities WHERE kind = 'secret'").catch((error) => error.message), ["1"]);

  // A rotation continues past a row that no key opens.
  const ids = await sql(d.database, "SELECT person_id FROM person_keys ORDER BY 1");
  await sql(d.database, `UPDATE person_keys SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE person_id = '${ids[0]}'`);
  const old = /^secret: "(.*)"$/m.exec(await readFile(d.config, "utf8"))[1];
  const rotated = { COJOIN_SECRET: randomBytes(32).toString("base64"), COJOIN_SECRET_ID: "2", COJOIN_OLD_SECRETS_1: old };
  const rekeyed = await d.cojoin(["secrets", "rekey", "--json"], { env: rotated });
  const report = rekeyed.stdout ? JSON.parse(rekeyed.stdout) : { unopened: rekeyed.stderr.trim() };
  check("rekey with a damaged row", [rekeyed.code, report.persons, report.unopened.map?.((row) => row.kind) ?? report.unopened], [
    1,
    ids.length - 1,
    ["personKey", "registration", "person", "username"],
  ]);
  console.log(`    ${rekeyed.stderr.trim().replaceAll("\n", "\n    ")}`);

  // The keys move to a separate database. An empty one in its place is refused, and so is none.
  await sql(d.database, "CREATE DATABASE keys");
  await sql(d.database, "CREATE DATABASE empty");
  const keysAt = (name) => ({ ...rotated, COJOIN_PERSON_KEYS_URL: d.database.replace("/cojoin?", `/${name}?`) });
  for (const name of ["keys", "empty"]) await cojoin(["migrate"], { env: { DATABASE_URL: d.database, COJOIN_PERSON_KEYS_URL: keysAt(name).COJOIN_PERSON_KEYS_URL } });
  check("keys moved", (await d.cojoin(["privacy", "move-keys"], { env: keysAt("keys") })).stdout.trim(), `${ids.length} key(s) moved`);
  await refused("serve, an empty database of keys", ["serve"], keysAt("empty"), "this is not the database of persons' keys that belongs to this database");
  await refused("serve, no database of keys", ["serve"], rotated, "the persons' keys of this database are in a database of their own, which isn't configured");
  check("the right database of keys", (await d.cojoin(["work", "--once"], { env: keysAt("keys") })).code, 0);
});
