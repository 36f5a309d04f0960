// A subscription renews exactly as the terms of its quote state: with storePaymentOnFile omitted, true and false in the quote and in the payment. A
// payment against its quote's terms is refused with a new quote.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { check, cojoin, development, main, root, until } from "./outside.mjs";

const choices = { "left out": {}, true: { storePaymentOnFile: true }, false: { storePaymentOnFile: false } };
const order = { packageId: 2001 };
let people = 0;

/** Signs a parent up to the payment. Returns the email and functions that quote and pay. */
async function signUp(server) {
  const number = String(10_000 + ++people);
  const email = `ana.${number}@example.com`;
  const { body } = await server.call("POST", "/v1/signups", {
    sections: ["PARENT", "FAMILY", "ORDER", "ADDRESS", "REFERRAL"],
    parent: { firstName: "Ana", lastName: "Diaz", email, phoneCountryCode: "+1", phoneNumber: `21555${number}`, timeZone: "America/New_York" },
    coParent: { firstName: "Ben", lastName: "Diaz", email: `ben.${number}@example.com` },
    children: [{ firstName: "Cleo", lastName: "Diaz" }],
    order,
    address: { line1: "1 Market Street", city: "Philadelphia", region: "PA", postalCode: "19103", country: "US" },
    referral: { selection: "SEARCH_ENGINE" },
  }, { "Idempotency-Key": randomUUID() });
  const headers = { "Registration-Key": body.registrationKey };
  return {
    email,
    quote: async (choice) => (await server.call("POST", "/v1/pricing", { limboId: body.signupId, orderDetail: order, ...choice }, headers)).body,
    pay: (quote, choice) =>
      server.call("POST", `/v1/signups/${body.signupId}/payment`, {
        order,
        termsAndConditions: true,
        payment: {
          taxId: quote.taxId, amountDisplayed: quote.totals.total, taxAmountDisplayed: quote.totals.taxAmount,
          paymentType: "CREDIT_CARD", nonce: "fake-valid-visa-nonce", cardHolderName: "Ana Diaz", ...choice,
        },
      }, { ...headers, "Idempotency-Key": randomUUID() }),
  };
}

/** Reports whether a sentence of the terms or of a receipt announces a renewal. */
const mentionsRenewal = (sentence) => sentence.includes("renews") && !sentence.includes("not renew");

/** Returns the line of the receipt's mail about the end of the term. */
async function receiptSentence(server, email) {
  const [receipt] = await until(async () => (await server.mails(email)).filter((mail) => mail.kind === "receipt"), (found) => found.length > 0, "a receipt");
  return receipt.text.split("\n").find((line) => line.startsWith("Your subscription ")) ?? "";
}

async function listed(server, user) {
  const list = JSON.parse((await server.cojoin(["subscriptions", "list", "--limit", "500", "--json"])).stdout);
  return (list.subscriptions ?? list).find(({ userId }) => userId === user)?.renews;
}

await main(async () => {
  const server = await development();
  let printed = 0;
  for (const [quoted, quotedChoice] of Object.entries(choices)) {
    for (const [payed, choice] of Object.entries(choices)) {
      const name = `quote ${quoted}, payment ${payed}`;
      const parent = await signUp(server);
      let quote = await parent.quote(quotedChoice);
      check(`${name}: its terms say that it renews`, mentionsRenewal(quote.terms), quoted !== "false");
      let answer = await parent.pay(quote, choice);
      const isSame = (quoted === "false") === (payed === "false");
      check(`${name}: fields refused`, answer.body.validationErrors?.map(({ field }) => field) ?? [], isSame ? [] : ["pricing"]);
      if (answer.status === 409) {
        quote = answer.body.quote;
        answer = await parent.pay(quote, choice);
      }
      const renews = mentionsRenewal(quote.terms);
      check(`${name}: the terms that were paid say that it renews`, renews, payed !== "false");
      const sentence = await receiptSentence(server, parent.email);
      if (printed++ === 0) console.log(`    terms:   ${quote.terms}\n    receipt: ${sentence}`);
      check(`${name}: the receipt agrees`, mentionsRenewal(sentence), renews);
      check(`${name}: cojoin subscriptions list agrees`, await listed(server, answer.body.registration?.parent.userId), renews);
    }
  }
  for (const file of ["parent-card", "renewals/renewed-twice", "renewals/not-kept"]) {
    const run = await cojoin(["signup", "run", join(root, `examples/scenarios/${file}.yaml`), "--server", server.url]);
    check(`scenario ${file}`, run.code, 0);
    if (run.code !== 0) console.log(run.stdout, run.stderr);
  }
});
