import tokens from '../../../sdk/brand/tokens.json';
import { languages } from '../i18n/language.js';
import type { Chrome, FooterLink, Logo } from './appearance.js';
import { hint } from './nearest.js';

interface Row {
  kind: string;
  least?: number;
  most?: number;
  light?: string;
  dark?: string;
  mix?: number;
}
export const rows: Readonly<Record<string, Row>> = tokens;

/** The readable parts of a brand, and its mistakes: each with its place in the JSON and the remedy. */
export interface Brand {
  /** By name; those for a dark background start with `dark-`. */
  tokens: Readonly<Record<string, string>>;
  chrome: Chrome;
  /** By language and key. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  mistakes: readonly string[];
}

const colors = Object.keys(rows).filter((name) => rows[name]?.kind === 'color');
const names = [...Object.keys(rows), ...colors.map((name) => `dark-${name}`), 'chrome', 'texts'];
const parts = ['logo', 'home', 'header', 'footer', 'languages', 'login'] as const;
const mostText = 2000;
const mostLinks = 12;
const mostPixels = 600;

/** Reads an object or JSON from a host or an operator. Unreadable parts are left out and listed as mistakes; nothing is thrown. */
export function readAppearance(given: unknown): Brand {
  const mistakes: string[] = [];
  const wrong = (place: string, problem: string) => void mistakes.push(`${place} ${problem}`);
  const found = { tokens: {} as Record<string, string>, chrome: {} as Chrome, texts: {} as Record<string, Record<string, string>>, mistakes };
  let value = given;
  // JSON once as an attribute, twice as the attribute of a property that was JSON.
  while (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      wrong('appearance', 'isn’t JSON');
      return found;
    }
  }
  if (!isObject(value)) {
    wrong('appearance', 'isn’t an object');
    return found;
  }
  for (const [name, entry] of Object.entries(value)) {
    if (name === 'chrome') found.chrome = readChrome(entry, wrong);
    else if (name === 'texts') found.texts = readTexts(entry, wrong);
    else if (!names.includes(name)) wrong(name, `isn’t known${hint(name, names)}`);
    else {
      const row = rows[name] ?? rows[name.slice('dark-'.length)];
      const text = typeof entry === 'number' ? String(entry) : entry;
      const mistake = row && (typeof text === 'string' ? mistakeOf(text, row) : 'has to be a text or a number');
      if (mistake) wrong(name, mistake);
      else found.tokens[name] = String(text);
    }
  }
  return found;
}

/** Returns the fault of a token's value; undefined without one. The rules are those of sdk/brand/token.go. */
function mistakeOf(value: string, { kind, least = 0, most = 0 }: Row): string | undefined {
  const within = (text: string) => Number(text) >= least && Number(text) <= most;
  switch (kind) {
    case 'color':
      return /^#([\da-f]{3}|[\da-f]{6})$/i.test(value) ? undefined : 'isn’t a color like #7a2f5d';
    case 'length':
      return /^\d{1,3}(\.\d{1,2})?px$/.test(value) && within(value.slice(0, -2)) ? undefined : `isn’t a length from ${least}px to ${most}px`;
    case 'number':
      return /^\d{1,3}(\.\d{1,3})?$/.test(value) && within(value) ? undefined : `isn’t a number from ${least} to ${most}`;
    case 'font':
      return /^[\p{L}\d ,'"_-]{1,200}$/u.test(value) ? undefined : 'isn’t a list of fonts like "Lato", sans-serif';
    default:
      return /^[a-z\d .,#%()/-]{1,200}$/i.test(value) && !/url|var|expression/i.test(value)
        ? undefined
        : 'isn’t a shadow like 0 1px 3px rgb(0 0 0 / 20%)';
  }
}

type Wrong = (place: string, problem: string) => void;

function readChrome(given: unknown, wrong: Wrong): Chrome {
  const chrome: Chrome = {};
  if (!isObject(given)) {
    wrong('chrome', 'isn’t an object');
    return chrome;
  }
  for (const [name, value] of Object.entries(given)) {
    const place = `chrome.${name}`;
    const part = parts.find((known) => known === name);
    if (!part) wrong(place, `isn’t known${hint(name, parts)}`);
    else if (value === false && part !== 'home') Object.assign(chrome, { [part]: false });
    else if (value === true || value === undefined) continue;
    else {
      const read = readers[part](value);
      if (isObject(read) && typeof read['mistake'] === 'string') wrong(place, read['mistake']);
      else Object.assign(chrome, { [part]: read });
    }
  }
  return chrome;
}

type Read<T> = T | { mistake: string };

const readers: { [P in (typeof parts)[number]]: (value: unknown) => object | string } = {
  logo: (value): Read<Logo | 'name'> => {
    if (value === 'name') return value;
    const { src, dark, width, height } = isObject(value) ? value : {};
    if (!isPicture(src) || (dark !== undefined && !isPicture(dark)) || !isPixels(width) || !isPixels(height)) {
      return { mistake: `isn’t "name", false, or { "src": "https://…", "width": 120, "height": 32 } with up to ${mostPixels} pixels` };
    }
    return { src, width, height, ...(dark === undefined ? {} : { dark }) };
  },
  home: address,
  header: () => ({ mistake: 'is false where there is to be none' }),
  footer: (value): Read<FooterLink[]> => {
    const isLink = (link: unknown): link is FooterLink => isObject(link) && isAddress(link['href']) && isLabel(link['label']);
    return Array.isArray(value) && value.length <= mostLinks && value.every(isLink)
      ? value
      : { mistake: `isn’t false or a list of up to ${mostLinks} links like { "href": "https://…", "label": "Imprint" }` };
  },
  languages: (value): Read<string[]> =>
    Array.isArray(value) && value.length > 0 && value.every((each) => languages.some((known) => known === each))
      ? value
      : { mistake: `isn’t false or a list of ${languages.join(', ')}` },
  login: address,
};

function address(value: unknown): Read<string> {
  return isAddress(value) ? value : { mistake: 'isn’t an address like https://www.example.com' };
}

function readTexts(given: unknown, wrong: Wrong): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  if (!isObject(given)) {
    wrong('texts', 'isn’t an object');
    return texts;
  }
  for (const [language, sentences] of Object.entries(given)) {
    const place = `texts.${language}`;
    if (!languages.some((known) => known === language)) wrong(place, `isn’t a language${hint(language, languages)}`);
    else if (!isObject(sentences)) wrong(place, 'isn’t an object');
    else {
      const own = (texts[language] ??= {});
      for (const [key, text] of Object.entries(sentences)) {
        if (typeof text === 'string' && text.trim() !== '' && text.length <= mostText) own[key] = text;
        else wrong(`${place}.${key}`, `isn’t a sentence of up to ${mostText} letters`);
      }
    }
  }
  return texts;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPixels = (value: unknown): value is number => typeof value === 'number' && value >= 8 && value <= mostPixels;
const isLabel = (value: unknown) =>
  [value, ...(isObject(value) ? Object.values(value) : [])].every((each) => isObject(each) || (typeof each === 'string' && each.length <= 80));
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^(https?:\/\/|\/(?!\/))[^\s"<>]{1,500}$/.test(value);
const isPicture = (value: unknown): value is string =>
  isAddress(value) || (typeof value === 'string' && /^data:image\/(png|svg\+xml|webp)[;,]/.test(value));
