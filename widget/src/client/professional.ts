import { answerOf, type Api } from './api.js';
import type { Professional, ProfessionalStepInput } from './types.js';

/** The calls of the professionals' form. They throw ValidationFailure, Problem or LostAnswer. */
export function professionalCalls({ client }: Api) {
  return {
    /** Regions, time zones and roles are those of the country. */
    options: (country: string) => answerOf(client.GET('/v2/professional/options', { params: { query: { country } } })),
    /** Resolves when the step is good. With the first step goes the activity that the server notes: a sign-up starts. */
    validate: (input: ProfessionalStepInput, signal: AbortSignal) =>
      answerOf(
        client.POST('/v2/professional/users/validator', {
          params: { header: input.step === 1 ? { Activity: 'start' } : {} },
          body: input,
          signal,
        }),
      ),
    /** The same key and content give the same answer again. */
    create: (input: Professional, key: string) =>
      answerOf(client.POST('/v2/professional/users', { params: { header: { 'Idempotency-Key': key } }, body: input })),
  };
}
