import type { FlowSetting } from '../flow/setting.js';

const themes = ['light', 'dark', 'auto'] as const;

/** What the hosted page's address may ask for: `?lang=es&theme=dark&flags=grow886:treatment`. Anything else is left out. */
export function readHostedSetting(search: string): FlowSetting {
  const query = new URLSearchParams(search);
  const lang = query.get('lang');
  const theme = themes.find((t) => t === query.get('theme'));
  const flags = query.get('flags');
  return {
    locale: lang && /^[a-z]{2,8}([-_][a-z0-9]{2,8})*$/i.test(lang) ? lang : navigator.language,
    ...(theme ? { theme } : {}),
    ...(flags && flags.length <= 500 ? { flags } : {}),
  };
}
