// The data that an ex-partner can find out with a name and a phone number, and the mails that strangers can cause to one address.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, development, folder, main, until } from "./outside.mjs";

const hostile = ["I know where you", "live and the kids", "1 900 555 0100"];
const typed = /i know|where you live|live and the kids|900 555|i will/iu;

await main(async () => {
  const d = await development(); // the limit of mails to one address is the shipped one
  const owner = {
    parent: { firstName: "Olga", lastName: "Brandt", phoneCountryCode: "+1", phoneNumber: "2155550143" },
    coParent: { firstName: "Sven", lastName: "Brandt", phoneCountryCode: "+1", phoneNumber: "2155550144" },
  };
  await pays(d, owner);
  await namesAndPhones(d, owner);
  await mailsOfStrangers(d);
});

/** Signs up and pays for a parent with a co-parent. */
async function pays(d, { parent, coParent }) {
  const file = join(await folder(), "owner.yaml");
  await writeFile(
    file,
    JSON.stringify({
      name: "The owner",
      steps: [
        { parent: { ...parent, email: "olga@example.com" } },
        { family: { coParent: { ...coParent, email: "sven@example.com" } } },
        { package: { name: "ESSENTIAL_2Y" } },
        {
          billing: {
            address: { line1: "1 Market Street", city: "Philadelphia", region: "PA", postalCode: "19103", country: "US" },
            timeZone: "America/New_York",
            referral: { selection: "SEARCH_ENGINE" },
          },
        },
        { pay: { nonce: "fake-valid-nonce" } },
      ],
    }),
  );
  const run = await d.cojoin(["signup", "run", file, "--server", d.url]);
  check("the owner signs up and pays, exit code", run.code, 0);
}

/** Signs up with the names and phones of people with an account, and of people without one. */
async function namesAndPhones(d, owner) {
  let count = 0;
  const begin = async (parent) => {
    const answer = await d.call("POST", "/v1/signups", {
      sections: ["PARENT"],
      parent: { ...parent, email: `stranger.${++count}@example.com` },
    });
    return { ...answer, email: `stranger.${count}@example.com`, path: `/v1/signups/${answer.body.signupId}`, key: { "Registration-Key": answer.body.registrationKey } };
  };
  const name = async (s, coParent) => d.call("PUT", s.path, { sections: ["FAMILY"], knowsCoParentEmail: false, coParent }, s.key);
  const stranger = (n) => ({ firstName: "Nora", lastName: "Nobody", phoneCountryCode: "+1", phoneNumber: `21555501${10 + n}` });
  const steps = {
    "step 1, the parent": begin,
    "step 2, the co-parent": async (person) => name(await begin(stranger(30)), person),
  };
  for (const [step, request] of Object.entries(steps)) {
    const shapes = { known: [], unknown: [] };
    for (let n = 0; n < 12; n++) {
      shapes.known.push(shape(await request(step.startsWith("step 1") ? owner.parent : owner.coParent)));
      shapes.unknown.push(shape(await request(stranger(n))));
    }
    const [known, unknown] = [tally(shapes.known), tally(shapes.unknown)];
    console.log(`    ${step}: with an account ${JSON.stringify(known)}, without ${JSON.stringify(unknown)}`);
    check(`${step}: the responses for 12 people with an account are those for 12 without`, known, unknown);
  }

  const s = await begin(stranger(40));
  check("a link to the sign-up's own address, status", (await d.call("POST", `${s.path}/link`, undefined, s.key)).status, 200);
  const [mail] = await until(() => d.mails(s.email), (mails) => mails.length > 0, "the mailed link");
  const token = new URLSearchParams(new URL(mail.link).hash.slice(1)).get("token");
  const again = await d.call(
    "PUT",
    s.path,
    { sections: ["PARENT"], parent: { ...owner.parent, email: s.email } },
    { "Registration-Key": token },
  );
  check("step 1 by the mailed link: fields reported", again.body.validationErrors?.map(({ field }) => field), ["duplicateWarning"]);
}

/** Six new professionals each invite one address five times, and sign-ups begin with it. */
async function mailsOfStrangers(d) {
  const victim = "victim@example.com";
  const [firstName, lastName, number] = hostile;
  const accepted = [];
  for (let n = 0; n < 6; n++) {
    const token = await professional(d, n, { firstName, lastName, practiceName: number });
    for (let m = 0; m < 5; m++) {
      const call = { parent: { firstName, lastName, email: victim }, children: [{ firstName: "I will", lastName: number }] };
      const answer = await d.call("POST", "/v2/professional/invitations", call, { Authorization: `Bearer ${token}`, ...from(n) });
      accepted.push(answer.status);
    }
  }
  check("invitations of six new professionals to one address, by status", tally(accepted), { 201: 30 });
  for (const n of [1, 2, 3]) {
    const parent = { firstName: "I know where", lastName: "you live", email: victim, phoneCountryCode: "+1", phoneNumber: `215555019${n}` };
    const begun = await d.call("POST", "/v1/signups", { sections: ["PARENT"], parent }, from(20 + n));
    if (begun.status === 201) {
      await d.call("POST", `/v1/signups/${begun.body.signupId}/link`, undefined, { "Registration-Key": begun.body.registrationKey });
    }
  }
  // The workers take jobs in turn: a mail to another address, requested last, comes last.
  await professional(d, 99, { firstName: "Pat", lastName: "Lee", practiceName: "Lee" });
  const mails = await until(() => d.mails(victim), (all) => all.length >= 3, "three mails to that address");
  for (const { kind, subject } of mails) console.log(`    ${victim}: ${kind}: ${subject}`);
  check("mails to that address, by kind", tally(mails.map(({ kind }) => kind)), { invitation: 2, signup_link: 1 });
  check("subjects with a typed word", mails.filter(({ subject }) => typed.test(subject)).map(({ subject }) => subject), []);
  const inside = mails.filter((mail) => typed.test(plain(mail)));
  check("mails with a typed word anywhere", inside.length, 0);
}

/** Signs a professional up, follows the welcome mail, and returns the professional's token. */
async function professional(d, n, { firstName, lastName, practiceName }) {
  const email = `pro.${n}@example.com`;
  const made = await d.call(
    "POST",
    "/v2/professional/users",
    {
      title: "MS",
      firstName,
      lastName,
      credentials: "J.D.",
      email,
      phoneCountryCode: "+1",
      phoneNumber: "2155550177",
      hearAboutUs: "REFERRED_BY_COLLEAGUE",
      referralColleagueName: "Sam Stone",
      referralColleagueRole: "ATTORNEY",
      practiceName,
      addressLine1: "1 Court Square",
      country: "US",
      city: "Philadelphia",
      region: "PA",
      postalCode: "19103",
      timezone: "America/New_York",
      roles: ["ATTORNEY"],
      securityQuestion: "What was the name of your first pet?",
      securityAnswer: "Rex the dog",
      securityCode: "8361",
      securityCodeConfirm: "8361",
    },
    from(n),
  );
  if (made.status !== 201) throw new Error(`professional: ${made.status} ${JSON.stringify(made.body)}`);
  const [mail] = await until(() => d.mails(email), (mails) => mails.length > 0, "a welcome mail");
  const token = new URLSearchParams(new URL(mail.link).hash.slice(1)).get("token");
  const login = { username: `pro_${n}_outside`, password: "A-Long-Pass-40391" };
  await d.call("POST", "/v1/credentials", { ...login, termsAndConditions: true }, { Authorization: `Bearer ${token}`, ...from(n) });
  const logged = await d.call("POST", "/v1/access-tokens", login, from(n));
  if (!logged.body.token) throw new Error(`login: ${logged.status} ${JSON.stringify(logged.body)}`);
  return logged.body.token;
}

/** Returns the header of a caller at a separate address. */
function from(n) {
  return { "X-Forwarded-For": `198.51.100.${n}` };
}

/** Returns a mail without its links and addresses, which contain no typed words. */
function plain(mail) {
  return [mail.subject, mail.text, mail.html]
    .join("\n")
    .replaceAll(/https?:\/\/\S+/gu, "")
    .replaceAll(/\S+@example\.com/gu, "");
}

/** Returns the status of a response and the shape of its body: its members and error codes. */
function shape({ status, body }) {
  const errors = (body.validationErrors ?? []).map(({ field, code }) => `${field}=${code}`);
  return [status, Object.keys(body).sort().join(), ...errors].join(" ");
}

function tally(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
