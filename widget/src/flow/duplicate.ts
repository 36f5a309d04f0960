import type { DuplicatePerson } from '../session/session.js';

/** Returns the person for the page about duplicates. A co-parent's email address may be unknown. */
export function duplicateOf(
  who: DuplicatePerson['who'],
  { firstName, lastName, email = '' }: Pick<DuplicatePerson, 'firstName' | 'lastName'> & { email?: string | undefined },
): DuplicatePerson {
  return { who, firstName, lastName, email };
}
