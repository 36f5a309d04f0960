// Waves of declined cards, with the shipped limits: only their senders are refused. Honest payers at other addresses pay with a card verified by
// their bank. Those behind an attacked address pay after the link in our mail, and those with a code as always.
import { check, development, main, until } from "./outside.mjs";

const declined = "fake-processor-declined-visa-nonce";
const address = { line1: "1 Market Street", city: "Philadelphia", region: "PA", postalCode: "19103", country: "US" };
let number = 0;

await main(async () => {
  const dev = await development();
  const from = (client, session = {}) => ({
    "X-Forwarded-For": client,
    ...(session.key ? { "Registration-Key": session.key } : {}),
  });
  const fresh = () => ({ "Idempotency-Key": `wave-${++number}-key` });
  const refusal = ({ status, body }) => (status === 200 ? "paid" : (body.code ?? body.validationErrors?.map((v) => v.code).join() ?? `status ${status}`));

  async function signUp(client) {
    const n = ++number;
    const person = (name, phone) => ({ firstName: name, lastName: "Diaz", email: `${name}.${n}@example.com`, phoneCountryCode: "+1", phoneNumber: phone + String(n).padStart(5, "0") });
    const made = await dev.call(
      "POST",
      "/v1/signups",
      {
        sections: ["PARENT", "FAMILY", "ORDER", "ADDRESS", "REFERRAL"],
        parent: { ...person("ana", "21555"), timeZone: "America/New_York" },
        coParent: person("ben", "41255"),
        children: [{ firstName: "Cleo", lastName: "Diaz" }],
        order: { packageId: 2001 },
        address,
        referral: { selection: "SEARCH_ENGINE" },
      },
      { ...from(client), ...fresh() },
    );
    if (made.status >= 300) throw new Error(`sign-up: ${JSON.stringify(made.body)}`);
    return { id: made.body.signupId, key: made.body.registrationKey, email: `ana.${n}@example.com` };
  }
  async function quote(client, session, paymentCodes = []) {
    const order = { limboId: session.id, orderDetail: { packageId: 2001 }, paymentCodes };
    return (await dev.call("POST", "/v1/pricing", order, from(client, session))).body;
  }
  function pay(client, session, { taxId, totals }, payment, paymentCodes = []) {
    return dev.call(
      "POST",
      `/v1/signups/${session.id}/payment`,
      {
        order: { packageId: 2001 },
        payment: { taxId, amountDisplayed: totals.total, taxAmountDisplayed: totals.taxAmount, paymentType: "CREDIT_CARD", ...payment },
        paymentCodes,
        termsAndConditions: true,
      },
      { ...from(client, session), ...fresh() },
    );
  }
  const clientToken = (client, session) =>
    dev.call("GET", `/v1/payment/client-token?country=US&signupId=${session.id}`, undefined, from(client, session));

  const { payment } = (await dev.call("GET", "/v1/bootstrap")).body;
  const browser = async (path, body) => {
    const answer = await fetch(`${payment.sandboxUrl}/client_api/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  /** Types a card that requires verification, and has the bank confirm it for the price. */
  async function verifiedCard(token, total) {
    const { authorizationFingerprint } = JSON.parse(atob(token));
    const creditCard = { number: "4000000000001091", expirationDate: "12/2030", cvv: "123", cardholderName: "Ana Diaz" };
    const [{ nonce }] = (await browser("payment_methods/credit_cards", { authorizationFingerprint, creditCard })).creditCards;
    await browser(`payment_methods/${nonce}/three_d_secure/lookup`, { authorizationFingerprint, amount: total });
    return (await browser("three_d_secure/challenges", { authorizationFingerprint, nonce, approve: true })).paymentMethod.nonce;
  }
  /** One honest payer's result: "paid", or the code of the refusal. */
  async function honest(client, counts = {}) {
    const session = await signUp(client);
    const token = await clientToken(client, session);
    if (token.status !== 200) return refusal(token);
    if (token.body.verifyCard) counts.toVerify = (counts.toVerify ?? 0) + 1;
    const price = await quote(client, session);
    return refusal(await pay(client, session, price, { nonce: await verifiedCard(token.body.clientToken, price.totals.total) }));
  }
  /** Sends declined cards from these addresses: five for each sign-up. */
  async function attack(addresses, sessions, perSession) {
    const outcomes = {};
    for (const client of addresses) {
      for (let s = 0; s < sessions; s++) {
        const session = await signUp(client);
        for (let n = 0; n < perSession; n++) {
          const outcome = refusal(await pay(client, session, await quote(client, session), { nonce: declined }));
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        }
      }
    }
    return outcomes;
  }
  async function tally(count, one) {
    const outcomes = {};
    for (let n = 0; n < count; n++) {
      const outcome = await one(n);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    return outcomes;
  }
  async function withCode(client) {
    const session = await signUp(client);
    const { codes } = (await dev.call("POST", "/dev/codes", { packageId: 2001, count: 1 })).body;
    return refusal(await pay(client, session, await quote(client, session, codes), { nonce: "" }, codes));
  }
  /** Continues a sign-up with the link in our mail, as on another device. */
  async function continued(client, session) {
    const before = (await dev.mails(session.email)).length;
    const sent = await dev.call("POST", `/v1/signups/${session.id}/link`, undefined, from(client, session));
    if (sent.status >= 300) throw new Error(`link: ${JSON.stringify(sent.body)}`);
    const [mail] = await until(() => dev.mails(session.email), (mails) => mails.length > before, "the link");
    return { ...session, key: new URLSearchParams(mail.link.split("#")[1]).get("token") };
  }
  async function provesMailbox(client, session) {
    const proved = await continued(client, session);
    const token = await clientToken(client, proved);
    if (token.status !== 200) return refusal(token);
    return refusal(await pay(client, proved, await quote(client, proved), { nonce: "fake-valid-visa-nonce" }));
  }
  const operator = async (...args) => {
    const run = await dev.cojoin(["payments", ...args, "--json"], { env: { COJOIN_OPERATOR: "olga" } });
    return run.code === 0 ? JSON.parse(run.stdout) : { state: `exit code ${run.code}` };
  };

  const waves = [
    { name: "2 addresses", addresses: ["198.51.100.7", "203.0.113.7"], sessions: 4, perSession: 5 },
    {
      name: "20 addresses",
      addresses: [...Array(20).keys()].map((n) => (n < 10 ? `2001:db8:7:${n}::1` : `100.${64 + n}.1.${n + 1}`)),
      sessions: 1,
      perSession: 5,
    },
    {
      name: "200 addresses",
      addresses: [...Array(200).keys()].map((n) => (n < 100 ? `2001:db8:8:${n}::1` : `192.0.${2 + (n % 5)}.${n + 1}`)),
      sessions: 1,
      perSession: 1,
    },
  ];
  for (const [at, { name, addresses, sessions, perSession }] of waves.entries()) {
    console.log(`-- a wave from ${name}: ${JSON.stringify(await attack(addresses, sessions, perSession))}`);
    const stranger = await signUp(`10.${at}.200.1`);
    const unverified = await pay(`10.${at}.200.1`, stranger, await quote(`10.${at}.200.1`, stranger), { nonce: "fake-valid-visa-nonce" });
    check("an unverified card at another address", refusal(unverified), "payment_card_unverified");
    if (at > 0) {
      const inside = at === 1 ? "2001:db8:7:99::1" : "2001:db8:8:999::1";
      const session = await signUp(inside);
      check("an honest payer at another /64 of an attacked /48", refusal(await clientToken(inside, session)), "payment_prove_mailbox");
      check("the same payer, by the link in our mail", await provesMailbox(inside, session), "paid");
    }
    const counts = {};
    check("50 honest payers at other addresses", await tally(50, (n) => honest(`10.${at}.${n}.1`, counts)), { paid: 50 });
    check("of those, asked to verify their card", (counts.toVerify ?? 0) > 0, true);
    check("a code that pays for everything, at an attacked address", await withCode(addresses[0]), "paid");
    if (at === 0) {
      const neighbor = await signUp(addresses[0]);
      check("an honest payer at an attacked address", refusal(await clientToken(addresses[0], neighbor)), "payment_prove_mailbox");
      check("the same payer, by the link in our mail", await provesMailbox(addresses[0], neighbor), "paid");

      check("closed by hand", (await operator("close", "--reason", "check")).state, "closed");
      check("an honest payer while closed", await honest("10.9.0.1"), "payment_closed");
      check("a code while closed", await withCode("10.9.0.1"), "paid");
      check("opened by hand, in a wave", (await operator("open", "--reason", "check")).state, "open");
      const guard = await operator("guard");
      check("who set it", guard.switches?.map((s) => `${s.state} by ${s.operator}: ${s.reason}`), ["open by olga: check", "closed by olga: check"]);
      check("an honest payer after that", await honest("10.9.0.2"), "paid");
    }
    await dev.call("PUT", "/dev/clock", { advance: "2h" });
  }
});
