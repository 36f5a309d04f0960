import { useState } from 'react';
import { ValidationFailure } from '../client/failure.js';
import type { RegistrationInput, Registration, Violation } from '../client/types.js';
import { useFlow, useSignup } from './flow.js';
import { duplicateOf } from './duplicate.js';
import type { DuplicatePerson } from '../session/session.js';
import type { Onward } from './task.js';

/** Sends sections of the registration; the first call creates it. */
export function useRegistrationSaver(): (input: RegistrationInput) => Promise<Registration> {
  return useFlow().buyer.save;
}

/** Reports whether the server is certain of a duplicate, which has its own screen. */
export function isDuplicate(violations: readonly Violation[]): boolean {
  return violations.some(({ field }) => field === 'duplicate' || field.endsWith('.duplicate'));
}

/** Reports whether the server only suspects a duplicate: the user may confirm and go on. */
function isDuplicateWarning(violations: readonly Violation[]): boolean {
  return violations.some(({ field }) => field === 'duplicateWarning' || field.endsWith('.duplicateWarning'));
}

type Person = Parameters<typeof duplicateOf>[1];

/** Omits suspicions, which a banner of the screen shows. */
const withoutWarnings = (violations: readonly Violation[]) => violations.filter(({ field }) => !field.endsWith('duplicateWarning'));

/**
 * Saves a person that may be a duplicate. A certain duplicate has its own screen. A suspected one is confirmed by another press for the same person.
 * `toShow` selects the violations for the form.
 */
export function useDuplicates(who: DuplicatePerson['who'], toShow: (violations: readonly Violation[]) => readonly Violation[] = withoutWarnings) {
  const { keeper, go } = useSignup();
  const [suspected, setSuspected] = useState('');
  const explain = (...about: Parameters<typeof duplicateOf>) => {
    keeper.set({ duplicate: duplicateOf(...about) });
    go('/duplicate');
  };
  return {
    isSuspected: suspected !== '',
    explain,
    save: async (person: Person, send: (isConfirmed: boolean) => Promise<Onward | void>): Promise<Onward | void> => {
      const text = JSON.stringify(person);
      try {
        return await send(suspected === text);
      } catch (error) {
        if (!(error instanceof ValidationFailure)) throw error;
        if (isDuplicate(error.violations)) return () => explain(who, person);
        setSuspected(isDuplicateWarning(error.violations) ? text : '');
        throw new ValidationFailure(toShow(error.violations));
      }
    },
  };
}
