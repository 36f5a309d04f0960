import { useCallback } from 'react';
import type { RegistrationInput, Registration, Violation } from '../client/types.js';
import { useFlow, useSignup } from './flow.js';
import type { DuplicatePerson } from './session.js';

/** Sends sections of the registration, creating it first where there is none yet. */
export function useRegistrationSaver(): (input: RegistrationInput) => Promise<Registration> {
  return useFlow().buyer.save;
}

/** Whether the server is certain that this is a duplicate: that is explained on a screen of its own. */
export function isDuplicate(violations: readonly Violation[]): boolean {
  return violations.some(({ field }) => field === 'duplicate' || field.endsWith('.duplicate'));
}

/** Whether the server only suspects a duplicate: the person may confirm and go on. */
export function isDuplicateWarning(violations: readonly Violation[]): boolean {
  return violations.some(({ field }) => field === 'duplicateWarning' || field.endsWith('.duplicateWarning'));
}

/** Goes to /duplicate with whom it is about. */
export function useDuplicate(): (person: DuplicatePerson) => void {
  const { keeper, go } = useSignup();
  return useCallback(
    (person) => {
      keeper.set({ duplicate: person });
      go('/duplicate');
    },
    [keeper, go],
  );
}
