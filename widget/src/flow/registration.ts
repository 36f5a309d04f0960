import { useCallback, useState } from 'react';
import type { RegistrationInput, Registration, Violation } from '../client/types.js';
import { useFlow, useSignup } from './flow.js';
import { duplicateOf } from './duplicate.js';

/** Sends sections of the registration, creating it first where there is none yet. */
export function useRegistrationSaver(): (input: RegistrationInput) => Promise<Registration> {
  return useFlow().buyer.save;
}

/** Whether the server is certain that this is a duplicate: that is explained on a screen of its own. */
export function isDuplicate(violations: readonly Violation[]): boolean {
  return violations.some(({ field }) => field === 'duplicate' || field.endsWith('.duplicate'));
}

/** Whether the server only suspects a duplicate: the person may confirm and go on. */
function isDuplicateWarning(violations: readonly Violation[]): boolean {
  return violations.some(({ field }) => field === 'duplicateWarning' || field.endsWith('.duplicateWarning'));
}

/** Goes to /duplicate with whom it is about. */
export function useDuplicate(): (...about: Parameters<typeof duplicateOf>) => void {
  const { keeper, go } = useSignup();
  return useCallback(
    (...about) => {
      keeper.set({ duplicate: duplicateOf(...about) });
      go('/duplicate');
    },
    [keeper, go],
  );
}

/** Remembers whom the server's warning is about: who presses on confirms that person, and another one gets a warning of their own. */
export function useDuplicateWarning() {
  const [about, setAbout] = useState('');
  return {
    isShown: about !== '',
    isConfirmed: (person: object) => about === JSON.stringify(person),
    heed: (person: object, violations: readonly Violation[]) => setAbout(isDuplicateWarning(violations) ? JSON.stringify(person) : ''),
  };
}
