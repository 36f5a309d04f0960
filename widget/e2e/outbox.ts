import type { APIRequestContext } from '@playwright/test';
import { setting } from './test.js';

/** A mail in the outbox of the development server. */
export interface OutboxMail {
  to: string;
  kind: string;
  text: string;
}

/** What was mailed to somebody, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<OutboxMail[]> {
  const answer = await request.get(`${setting('COJOIN_URL')}/dev/outbox.json?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { mails: OutboxMail[] }).mails;
}
