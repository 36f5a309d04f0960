/** Answers of look-ups, kept for the life of the flow and by language; failed ones are loaded again. */
export class Lookup {
  readonly #answers = new Map<string, Promise<unknown>>();

  get<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known as Promise<T>;
    const answer = load();
    this.#answers.set(key, answer);
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }

  /** Loads the key again next time. */
  forget(key: string): void {
    this.#answers.delete(key);
  }
}
