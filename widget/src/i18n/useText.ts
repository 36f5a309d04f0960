import type { i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import type { FailureMessage } from '../client/failure.js';
import type { Violation } from '../client/types.js';
import type frame from '../../../sdk/text/en/frame.json';
import type home from '../../../sdk/text/en/home.json';
import type invite from '../../../sdk/text/en/invite.json';
import type order from '../../../sdk/text/en/order.json';
import type pro from '../../../sdk/text/en/professional.json';
import type screen from '../../../sdk/text/en/screen.json';
import { tagOf, type Language, type TextSource } from './language.js';
import { useSpoken } from './spoken.js';

/** Codes of the widget's own sentences. */
export type TextCode = Singular<keyof (typeof frame & typeof screen & typeof order & typeof home & typeof invite & typeof pro)>;

/** A sentence with plural forms (`title_one`, `title_other`) is looked up by its code without them, and a `count`. */
type Singular<C extends string, One extends string = C extends `${infer Base}_one` ? Base : never> =
  One | Exclude<C, `${One}_${'one' | 'many' | 'other'}`>;

export interface Translate {
  /** Returns one of the widget's own sentences. */
  (code: TextCode, args?: Record<string, unknown>): string;
  /** Returns a sentence by a code from the server or the rules. An unknown code returns the server's `text`, or else the generic message. */
  coded: (code: string, args?: Record<string, unknown>, text?: string) => string;
  /** Returns the reason of a call's failure; undefined without a failure. */
  failure: (failure: FailureMessage | undefined) => string | undefined;
  /** Returns the text of a field's fault in the current language. */
  violation: (violation: Pick<Violation, 'code'> & Partial<Violation>) => string;
  /** BCP 47 tag of the texts. */
  lang: Language;
}

/** Returns the sentences in the current language. A new function whenever the texts change, so that memoized values are computed again. */
export function useText(): Translate {
  const { i18n, words } = useSpoken();
  return useMemo(() => translator(i18n, words), [i18n, words]);
}

function translator(i18n: I18n, _words: string): Translate {
  const coded = (code: string, args: Record<string, unknown> = {}, text?: string): string => {
    if (i18n.exists(code, args)) return i18n.t(code, args);
    return text ?? i18n.t(i18n.exists('unexpected_error') ? 'unexpected_error' : 'offline_message');
  };
  return Object.assign((code: TextCode, args: Record<string, unknown> = {}) => i18n.t(code, args), {
    coded,
    failure: (failure: FailureMessage | undefined) => failure && coded(failure.code, {}, failure.text),
    violation: (v: Pick<Violation, 'code'> & Partial<Violation>) => coded(v.code, v.args, v.text),
    lang: tagOf(i18n.language as TextSource),
  });
}
