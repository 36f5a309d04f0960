import type { Language } from '../i18n/language.js';
import type { Token, TextKey } from './keys.js';

/** A picture: its URL, and its size in pixels, so that nothing moves when it loads. */
export interface Logo {
  src: string;
  /** Replaces `src` on a dark background. */
  dark?: string;
  /** A PNG or JPEG for emails, where SVG isn't shown. The server uses it, the flow doesn't. */
  mail?: string;
  width: number;
  height: number;
}

export interface FooterLink {
  href: string;
  /** One label for every language, or one for each. */
  label: string | { [L in Language]?: string };
}

/** The links around every screen. Omitted ones keep their default; `false` leaves one out. */
export interface Chrome {
  /** A picture, the product's name alone, or nothing. */
  logo?: Logo | 'name' | false;
  /** The target of the logo. */
  home?: string;
  header?: false;
  footer?: readonly FooterLink[] | false;
  /** The languages to choose from. */
  languages?: readonly Language[] | false;
  /** The target of Log In. */
  login?: string | false;
}

/** Sentences that replace the shipped ones, by language and key. Their placeholders (`{{total}}`) are the same. */
export type TextOverrides = { [L in Language]?: { [K in TextKey]?: string } };

/** A brand: CSS tokens (named without `--cojoin-`; a color as `#rrggbb`, a length as `4px`), the links around the screens, and sentences. */
export type Appearance = { [T in Token]?: string | number } & { chrome?: Chrome; texts?: TextOverrides };
