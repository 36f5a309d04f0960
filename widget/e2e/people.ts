import { randomInt, randomUUID } from 'node:crypto';

/** A new person for a sign-up, unknown to the server. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  coParent: { firstName: string; lastName: string; email: string };
  child: { firstName: string };
  username: string;
  password: string;
}

export function newPerson(): Person {
  const id = randomUUID().slice(0, 8);
  return {
    firstName: 'Maya',
    lastName: 'Ortiz',
    email: `maya.${id}@example.com`,
    phone: `215${randomInt(2_000_000, 9_999_999)}`,
    coParent: { firstName: 'Daniel', lastName: 'Reyes', email: `daniel.${id}@example.com` },
    child: { firstName: 'Lucía' },
    username: `maya.${id}`,
    password: 'quiet-harbor-42!',
  };
}

/** Test cards of the sandbox. */
export const cards = { good: '4111111111111111', declined: '4000111111111115' } as const;
