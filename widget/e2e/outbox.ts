import { expect, type APIRequestContext } from '@playwright/test';
import { setting } from './test.js';

/** An email in the outbox of the development server. */
export interface OutboxMail {
  to: string;
  kind: string;
  text: string;
}

/** Returns a person's emails, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<OutboxMail[]> {
  const answer = await request.get(`${setting('COJOIN_URL')}/dev/outbox.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { mails: OutboxMail[] }).mails;
}

/** Returns the link in the newest email of a kind, once it is there; with its fragment, if it has one. */
export async function mailedLink(request: APIRequestContext, email: string, kind: string, path: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const text = (await mailsTo(request, email)).find((mail) => mail.kind === kind)?.text ?? '';
    link = new RegExp(`https?://\\S+${path}(?:#\\S+)?(?!\\S)`).exec(text)?.[0] ?? '';
    expect(link, `no ${kind} for ${email}`).not.toBe('');
  }).toPass({ timeout: 20_000 });
  return link;
}
