import { useCallback, useRef } from 'react';
import { ValidationFailure } from '../client/failure.js';
import type { RegistrationInput, Registration, Violation } from '../client/types.js';
import { useFlow } from './flow.js';
import { RetryKey } from './retryKey.js';
import type { DuplicatePerson } from './session.js';

/**
 * Sends sections of the registration, creating it first where there is none yet. Safe to call again with the same content after a lost answer.
 * Rejects with ValidationFailure, Problem or LostAnswer.
 */
export function useRegistrationSaver(): (input: RegistrationInput) => Promise<Registration> {
  const { api, keeper, keep } = useFlow();
  const retry = useRef(new RetryKey());
  return useCallback(
    async (input) => {
      const key = retry.current.for(input);
      const { signupId, registrationKey, registration } = keeper.get();
      const isOpen = signupId !== undefined && registrationKey !== undefined && registration !== undefined;
      try {
        const answer = isOpen ? await api.updateSignup({ signupId, registrationKey }, input, key) : await api.createSignup(input, key);
        retry.current.answered();
        if (answer.registrationKey) keeper.set({ registrationKey: answer.registrationKey });
        if (!answer.registration) throw new Error('an answer without its registration');
        keep(answer.registration);
        return answer.registration;
      } catch (error) {
        if (error instanceof ValidationFailure) retry.current.answered();
        throw error;
      }
    },
    [api, keeper, keep],
  );
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
  const { keeper, go } = useFlow();
  return useCallback(
    (person) => {
      keeper.set({ duplicate: person });
      go('/duplicate');
    },
    [keeper, go],
  );
}
