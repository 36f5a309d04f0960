import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type APIRequestContext } from '@playwright/test';
import { mailsTo, type OutboxMail } from './outbox.js';
import type { Person } from './people.js';
import { setting } from './test.js';
import { defaultLanguage } from './words.js';

const run = promisify(execFile);

/** The inviter in these journeys. */
export const inviter = { firstName: 'Dana', lastName: 'Reyes' } as const;
export const professional = { firstName: 'Pat', lastName: 'Lee' } as const;
const child = { firstName: 'Mateo', lastName: 'Reyes' } as const;

const homes = {
  US: {
    areaCode: 215,
    timeZone: 'America/New_York',
    address: { line1: '1 Market Street', city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' },
  },
  CA: {
    areaCode: 416,
    timeZone: 'America/Toronto',
    address: { line1: '1 Front Street', city: 'Toronto', region: 'ON', postalCode: 'M5V 3L9', country: 'CA' },
  },
};

/** Signs a parent up with the person as co-parent, pays (for both by `pays`), and returns the parent. The invitation is then in the outbox. */
export async function inviteByParent(
  person: Person,
  pays: 'both' | 'own',
  home: keyof typeof homes = 'US',
): Promise<{ email: string; phone: string }> {
  const { areaCode, timeZone, address } = homes[home];
  const email = `dana.${randomUUID().slice(0, 8)}@example.com`;
  const phone = `${areaCode}${randomInt(2_000_000, 9_999_999)}`;
  const scenario = {
    name: 'A parent invites',
    steps: [
      {
        parent: { ...inviter, email, phoneCountryCode: '+1', phoneNumber: phone },
      },
      { family: { coParent: { firstName: person.firstName, lastName: person.lastName, email: person.email }, children: [child] } },
      { package: { name: 'ESSENTIAL_2Y', payForCoparent: pays === 'both' } },
      {
        billing: {
          address,
          timeZone,
          referral: { selection: 'SEARCH_ENGINE' },
        },
      },
      { pay: { card: { number: '4111111111111111' } } },
    ],
  };
  const folder = await mkdtemp(join(tmpdir(), 'cojoin-inviter-'));
  try {
    // A scenario is YAML, and JSON is valid YAML.
    const file = join(folder, 'invite.yaml');
    await writeFile(file, JSON.stringify(scenario));
    await run(setting('COJOIN_BINARY'), ['signup', 'run', file, '--server', setting('COJOIN_URL')]);
    return { email, phone };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A professional creates the person's family and invites them. */
export async function inviteByProfessional(request: APIRequestContext, person: Person, locale: string = defaultLanguage): Promise<void> {
  const server = setting('COJOIN_URL');
  const made = await request.post(`${server}/dev/professionals`, {
    data: { ...professional, email: `pat.${randomUUID().slice(0, 8)}@example.com` },
  });
  const { professionalId } = (await made.json()) as { professionalId: string };
  const invited = await request.post(`${server}/dev/invitations`, {
    data: {
      professionalId,
      parent: { firstName: person.firstName, lastName: person.lastName, email: person.email },
      children: [child],
      locale,
    },
  });
  expect(invited.status(), await invited.text()).toBe(201);
}

/** The parts of an invitation's link. */
export interface Link {
  href: string;
  userId: string;
  token: string;
}

/** Returns the newest invitation in the outbox, by the email's kind: the first one, or a requested one. */
export async function linkTo(request: APIRequestContext, email: string, kind: 'invitation' | 'invitation_renewal' = 'invitation'): Promise<Link> {
  let found: OutboxMail | undefined;
  await expect(async () => {
    found = (await mailsTo(request, email)).find((mail) => mail.kind === kind);
    expect(found, `no ${kind} for ${email}`).toBeDefined();
  }).toPass({ timeout: 20_000 });
  const href = /https?:\/\/\S+\/invite\S*#\S+/.exec(found?.text ?? '')?.[0] ?? '';
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  return { href, userId: fragment.get('userId') ?? '', token: fragment.get('token') ?? '' };
}
