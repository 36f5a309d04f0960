import { ProviderFailure } from './port.js';

/** The limit for a provider's scripts and frames. After it the buyer is offered another way. */
const providerPatienceMs = 15_000;

export interface Waiting<T> {
  /** Ends the wait for unwanted work. */
  signal?: AbortSignal | undefined;
  /** Removes the result of work that ends after its wait: no other part holds it. */
  discard?: (late: T) => void;
}

/** Rejects with {@link ProviderFailure} when the work takes too long or the signal aborts. */
export async function withPatience<T>(work: Promise<T>, { signal, discard }: Waiting<T> = {}): Promise<T> {
  let giveUp: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(new ProviderFailure(new Error('given up')));
    timer = setTimeout(() => reject(new ProviderFailure(new Error('timed out'))), providerPatienceMs);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (discard) work.then(discard, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    if (giveUp) signal?.removeEventListener('abort', giveUp);
  }
}
