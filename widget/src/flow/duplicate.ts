import type { DuplicatePerson } from '../session/session.js';

/** Whom the page about duplicates names; of a co-parent the address may not be known. */
export function duplicateOf(
  who: DuplicatePerson['who'],
  { firstName, lastName, email = '' }: Pick<DuplicatePerson, 'firstName' | 'lastName'> & { email?: string | undefined },
): DuplicatePerson {
  return { who, firstName, lastName, email };
}
