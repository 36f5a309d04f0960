import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Violation } from '../client/types.js';
import type frame from '../../../sdk/text/en/frame.json';
import type invite from '../../../sdk/text/en/invite.json';
import type order from '../../../sdk/text/en/order.json';
import type pro from '../../../sdk/text/en/professional.json';
import type screen from '../../../sdk/text/en/screen.json';

/** Codes of the widget's own sentences. */
export type TextCode = keyof (typeof frame & typeof screen & typeof order & typeof invite & typeof pro);

export interface Say {
  /** One of the widget's own sentences. */
  (code: TextCode, args?: Record<string, unknown>): string;
  /** A sentence whose code came from the server or the rules. An unknown code gives the text that came with it, else the generic message. */
  coded: (code: string, args?: Record<string, unknown>, text?: string) => string;
  /** What is wrong with a field, in the language shown now. */
  violation: (violation: Pick<Violation, 'code'> & Partial<Violation>) => string;
  /** BCP 47 tag of the words. */
  lang: string;
}

/** The sentences in the language that is shown now. */
export function useText(): Say {
  const { t, i18n } = useTranslation();
  const coded = useCallback(
    (code: string, args?: Record<string, unknown>, text?: string): string => {
      if (i18n.exists(code)) return t(code, args ?? {});
      return text ?? t(i18n.exists('unexpected_error') ? 'unexpected_error' : 'offline_message');
    },
    [t, i18n],
  );
  return useMemo(
    () =>
      Object.assign((code: TextCode, args?: Record<string, unknown>) => t(code, args ?? {}), {
        coded,
        violation: (v: Pick<Violation, 'code'> & Partial<Violation>) => coded(v.code, v.args, v.text),
        lang: i18n.language === 'pseudo' ? 'en' : i18n.language,
      }),
    [t, coded, i18n.language],
  );
}
