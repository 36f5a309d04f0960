import { answerOf, type Api } from './api.js';
import type { Professional, ProfessionalStepInput } from './types.js';

/** The calls of the professionals' form. They throw ValidationFailure, Problem or LostAnswer. */
export function professionalCalls({ client }: Api) {
  return {
    /** Returns the country's regions, time zones and roles. */
    options: (country: string) => answerOf(client.GET('/v2/professional/options', { params: { query: { country } } })),
    /** Resolves if the step is valid. With the first step the server also records the start of the sign-up. */
    validate: (input: ProfessionalStepInput, signal: AbortSignal) =>
      answerOf(
        client.POST('/v2/professional/users/validator', {
          params: { header: input.step === 1 ? { Activity: 'start' } : {} },
          body: input,
          signal,
        }),
      ),
    /** Creates the account. The same key and content return the same answer again. */
    create: (input: Professional, key: string) =>
      answerOf(client.POST('/v2/professional/users', { params: { header: { 'Idempotency-Key': key } }, body: input })),
  };
}
