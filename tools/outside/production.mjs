// Production rejects everything made for the demonstration: settings, prices, coupons and taxes.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { call, check, cojoin, development, folder, freePort, main, start } from "./outside.mjs";

const left = [
  "mail.from", "support.email", "support.phones.default", "links.terms", "links.privacy", "links.help", "links.contact", "seller.name", "seller.address", "catalog",
];
// The README's production command, without the secret files.
const readme = {
  COJOIN_ENVIRONMENT: "production",
  COJOIN_PUBLIC_URL: "https://join.cojoin.dev",
  COJOIN_ORIGINS: "https://www.cojoin.dev",
  COJOIN_PAYMENT_PROVIDER: "braintree",
  COJOIN_PAYMENT_ENVIRONMENT: "production",
  COJOIN_PAYMENT_MERCHANT_ID: "k7n2",
  COJOIN_PAYMENT_PUBLIC_KEY: "q9x4",
  COJOIN_PAYMENT_PRIVATE_KEY: "key",
  COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD: "shop_usd",
  COJOIN_MAIL_SMTP: "smtp://127.0.0.1:1",
};
const own = {
  COJOIN_MAIL_FROM: "Cojoin <no-reply@cojoin.dev>",
  COJOIN_SUPPORT_EMAIL: "help@cojoin.dev",
  COJOIN_SUPPORT_PHONES_default: "+1 800-555-0300",
  COJOIN_LINKS_terms: "https://www.cojoin.dev/terms",
  COJOIN_LINKS_privacy: "https://www.cojoin.dev/privacy",
  COJOIN_LINKS_help: "https://www.cojoin.dev/help",
  COJOIN_LINKS_contact: "https://www.cojoin.dev/contact",
  COJOIN_SELLER_NAME: "Cojoin",
  COJOIN_SELLER_ADDRESS: "9 High St | Trenton, NJ 08608",
};

/** Returns the settings listed in a refusal, a report or a log. */
const named = (text) => left.filter((name) => text.includes(`\n  ${name}: `) || text.includes(`bad   ${name}: `) || text.includes(`setting=${name} `) || text.includes(`"setting":"${name}"`));

/** Runs `serve` or `work` of production until it is ready or has ended. */
async function production(command, env) {
  const [port, privatePort] = [await freePort(), await freePort()];
  const addresses = command === "serve" ? ["--addr", `127.0.0.1:${port}`, "--private-addr", `127.0.0.1:${privatePort}`] : [];
  const ready = command === "serve" ? () => call(`http://127.0.0.1:${port}/readyz`).then((r) => r.status === 200, () => false) : (run) => /msg"?[:=]"?working/.test(run.output);
  const run = await start([command, ...addresses], { env, ready });
  return { ...run, get code() { return run.code ?? "runs"; }, get output() { return run.output; }, stop: run.stop, port };
}

await main(async () => {
  const dev = await development();
  const secret = (await readFile(join(dev.data, "secret"), "utf8")).trim();
  const base = { DATABASE_URL: dev.database, COJOIN_SECRET: secret, ...readme };

  console.log("a new installation, as the README has it");
  for (const command of ["serve", "work"]) {
    const run = await production(command, base);
    check(`${command}: exit code`, run.code, 2);
    check(`${command}: values of the demonstration named in one go`, named(run.output).length, left.length);
    if (command === "serve") console.log(run.output.trimEnd());
    await run.stop();
  }
  const once = await cojoin(["work", "--once"], { env: base });
  check("work --once: exit code, named", [once.code, named(once.stderr).length], [2, left.length]);
  const configured = await cojoin(["config", "check"], { env: base });
  check("config check: exit code, named", [configured.code, named(configured.stdout).length], [1, left.length - 1]); // without a database
  const report = await cojoin(["doctor"], { env: base });
  check("doctor: named as bad", named(report.stdout).length, left.length);
  check("doctor: it says that servers don't start", /servers and workers don't start/.test(report.stdout), true);
  const flags = ["environment=production", "merchantId=k7n2", "publicKey=q9x4", "merchantAccounts.USD=shop_usd"].flatMap((s) => ["--set", `payment.${s}`]);
  const installed = await cojoin(["install", "--dry-run", "--domain", "join.cojoin.dev", "--secret", "braintree=key", "--secret", "smtp=smtp", ...flags]);
  check("install: exit code, named, steps printed", [installed.code, named(installed.stderr).length, installed.stdout.length], [2, left.length, 0]);

  console.log("a trial at the provider's sandbox takes no money");
  const trial = await production("work", { ...base, COJOIN_PAYMENT_ENVIRONMENT: "sandbox" });
  check("work: exit code, warned of", [trial.code, named(trial.output).length], ["runs", left.length]);
  await trial.stop();

  console.log("an installation that sells with the demonstration's values");
  const box = await freePort();
  await start(["sandbox", "--addr", `127.0.0.1:${box}`, "--merchant-account", "shop_usd=USD"], { ready: () => call(`http://127.0.0.1:${box}/`).then(() => true, () => false) });
  const shop = await production("serve", {
    DATABASE_URL: dev.database, COJOIN_SECRET: secret, COJOIN_ENVIRONMENT: "development", COJOIN_PAYMENT_PROVIDER: "sandbox",
    COJOIN_PAYMENT_SANDBOX_URL: `http://127.0.0.1:${box}`, COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD: "shop_usd",
  });
  const paid = await cojoin(["signup", "run", "examples/scenarios/parent-card.yaml", "--server", `http://127.0.0.1:${shop.port}`], { env: { COJOIN_SANDBOX_URL: `http://127.0.0.1:${box}` } });
  check("a paid sign-up: exit code", paid.code, 0);
  if (paid.code !== 0) console.log(paid.stdout, paid.stderr);
  await shop.stop();
  const moved = await cojoin(["identity", "accept", "--merchant", base.COJOIN_PAYMENT_MERCHANT_ID, "--environment", base.COJOIN_PAYMENT_ENVIRONMENT ?? "production", "--reason", "the sandbox replaces the provider"], { env: base });
  check("the merchant is accepted: exit code", moved.code, 0);
  if (moved.code !== 0) console.log(moved.stdout, moved.stderr);
  const selling = await production("serve", base);
  check("serve: exit code, warned of", [selling.code, named(selling.output).length], ["runs", left.length]);
  await selling.stop();
  const checked = await cojoin(["doctor"], { env: base });
  check("doctor: exit code, named as bad", [checked.code, named(checked.stdout).length], [1, left.length]);
  check("doctor: it says that servers start", /servers and workers start, though/.test(checked.stdout), true);

  console.log("an installation with settings and prices of its own");
  const fresh = await development();
  const files = await folder();
  const shipped = await cojoin(["catalog", "export", "--default"]);
  const catalog = join(files, "catalog.yaml");
  await writeFile(catalog, shipped.stdout.replace("demonstration: true\n", "").replace('"149.99"', '"159.99"'));
  const applied = await cojoin(["catalog", "apply", catalog], { env: { DATABASE_URL: fresh.database } });
  check("catalog apply: exit code", applied.code, 0);
  const owned = { ...base, ...own, DATABASE_URL: fresh.database, COJOIN_SECRET: (await readFile(join(fresh.data, "secret"), "utf8")).trim() };
  for (const command of ["serve", "work"]) {
    const run = await production(command, owned);
    check(`${command}: exit code, warned of`, [run.code, named(run.output).length], ["runs", 0]);
    await run.stop();
  }
  check("config check: exit code", (await cojoin(["config", "check"], { env: owned })).code, 0);
});
