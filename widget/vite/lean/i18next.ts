/*
 * What we use of i18next, at a twentieth of its weight: sentences by language and part, looked up part by part, with `{{names}}` filled in. Types
 * are the package's; unit tests run both against the same calls.
 */

type Sentences = Readonly<Record<string, string>>;

interface Options {
  lng: string;
  resources: Record<string, Record<string, Sentences>>;
  defaultNS: string;
  fallbackNS: readonly string[];
}

class Instance {
  language = '';
  /** Counts what changes the words. */
  version = 0;
  #sentences = new Map<string, Map<string, Sentences>>();
  #parts: readonly string[] = [];
  readonly #listeners = new Set<() => void>();

  use(_plugin: unknown): this {
    return this;
  }

  init({ lng, resources, defaultNS, fallbackNS }: Options): Promise<void> {
    this.language = lng;
    this.#parts = [defaultNS, ...fallbackNS];
    for (const [language, parts] of Object.entries(resources)) this.#sentences.set(language, new Map(Object.entries(parts)));
    return Promise.resolve();
  }

  hasResourceBundle(language: string, part: string): boolean {
    return this.#sentences.get(language)?.has(part) ?? false;
  }

  addResourceBundle(language: string, part: string, sentences: Sentences): void {
    const parts = this.#sentences.get(language) ?? new Map<string, Sentences>();
    this.#sentences.set(language, parts.set(part, sentences));
    this.#tell();
  }

  changeLanguage(language: string): Promise<void> {
    this.language = language;
    this.#tell();
    return Promise.resolve();
  }

  exists(code: string): boolean {
    return this.#find(code) !== undefined;
  }

  t(code: string, values: Readonly<Record<string, unknown>> = {}): string {
    return (this.#find(code) ?? code).replaceAll(/\{\{(.+?)\}\}/g, (_, name: string) => {
      const value = values[name.trim()];
      return value == null ? '' : String(value as string | number);
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #find(code: string): string | undefined {
    const parts = this.#sentences.get(this.language);
    for (const part of this.#parts) {
      const sentence = parts?.get(part)?.[code];
      if (sentence) return sentence;
    }
    return undefined;
  }

  #tell(): void {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }
}

export type { Instance };

export const createInstance = (): Instance => new Instance();
