import { ProviderFailure } from './port.js';

/** How long a provider's scripts and frames may take before the person is offered another way. */
const providerPatienceMs = 15_000;

/** Rejects with {@link ProviderFailure} when the work takes too long. */
export async function withPatience<T>(work: Promise<T>, ms: number = providerPatienceMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailure(new Error('timed out'))), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
