import type { i18n as I18n } from 'i18next';
import { useCallback, useEffect, useSyncExternalStore, type CSSProperties, type ReactElement } from 'react';
import type { Chrome, FooterLink } from '../brand/appearance.js';
import { propertiesOf } from '../brand/derive.js';
import { advice, illegible } from '../brand/legible.js';
import { readAppearance } from '../brand/read.js';
import { override } from '../brand/words.js';
import { useAccount, useFlow } from '../flow/flow.js';
import { useText } from '../i18n/useText.js';
import { Footer as FooterPart } from '../parts/index.js';
import { useRoot } from '../theme/index.js';
import { Header } from './Header.js';
import { Footer } from './Footer.js';

/** A brand's parts for a flow. */
export interface Branded {
  style: CSSProperties;
  Header: () => ReactElement | undefined;
  Footer: () => ReactElement | undefined;
  /** Replaces shipped sentences by the brand's. */
  speak: (i18n: I18n) => void;
}

/** Reports a fault of the brand to the page's developer. */
function warn(mistake: string): void {
  // oxlint-disable-next-line no-console -- a visitor has no use for it
  console.warn(`cojoin: appearance: ${mistake}`);
}

/** Brands a flow. Its code loads only on pages with an appearance. Unreadable parts are listed in the console and ignored. */
export function brand(given: unknown): Branded {
  const read = readAppearance(given);
  for (const mistake of read.mistakes) warn(mistake);
  return {
    style: propertiesOf(read.tokens),
    Header: () => <BrandedHeader chrome={read.chrome} />,
    Footer: () => <BrandedFooter footer={read.chrome.footer} />,
    speak: (i18n) => override(i18n, read, warn),
  };
}

function BrandedHeader({ chrome }: { chrome: Chrome }) {
  useContrast();
  const { language } = useFlow();
  const { login } = useAccount();
  if (chrome.header === false || (chrome.logo === false && chrome.languages === false && chrome.login === false)) return undefined;
  const offered = (chrome.languages || []).filter((each) => each !== language);
  return (
    <Header
      mark={chrome.logo === undefined ? undefined : <Mark logo={chrome.logo} />}
      home={chrome.home}
      login={chrome.login === false ? '' : login ? undefined : chrome.login}
      // The current language is always in the list; alone it is no choice.
      languages={chrome.languages === undefined ? undefined : offered.length > 0 ? [language, ...offered] : []}
    />
  );
}

/** The logo's text alternative is the product's name. */
function Mark({ logo }: { logo: Exclude<Chrome['logo'], undefined> }) {
  const { bootstrap } = useFlow();
  const isDark = useIsDark();
  if (!logo) return undefined;
  if (logo === 'name') return <span className="cj-header-name">{bootstrap.product}</span>;
  const { width, height } = logo;
  // oxlint-disable-next-line react/forbid-dom-props -- the isolating style sheet also resets the attributes width and height
  return <img src={(isDark && logo.dark) || logo.src} alt={bootstrap.product} style={{ width, height }} />;
}

const darkSystem = '(prefers-color-scheme: dark)';

/** Reports whether the flow is dark: by its own theme, or on the hosted page by the reader's. */
function useIsDark(): boolean {
  const root = useRoot().portal?.parentElement;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const watch = new MutationObserver(onChange);
      if (root) watch.observe(root, { attributeFilter: ['data-theme'] });
      const system = matchMedia(darkSystem);
      system.addEventListener('change', onChange);
      return () => {
        watch.disconnect();
        system.removeEventListener('change', onChange);
      };
    },
    [root],
  );
  return useSyncExternalStore(subscribe, () => {
    const theme = root?.dataset['theme'];
    return theme === 'system' ? matchMedia(darkSystem).matches : theme === 'dark';
  });
}

/** Logs pairs of colors with too little contrast, once for each scheme. */
function useContrast() {
  const { portal } = useRoot();
  const isDark = useIsDark();
  useEffect(() => {
    const root = portal?.parentElement;
    for (const pair of root ? illegible(root) : []) warn(`${isDark ? 'dark' : 'light'}: ${advice(pair)}`);
  }, [portal, isDark]);
}

function BrandedFooter({ footer }: Pick<Chrome, 'footer'>) {
  const { bootstrap } = useFlow();
  const t = useText();
  if (footer === undefined) return <Footer />;
  // Every brand shows that no card is charged.
  const note = bootstrap.payment.provider === 'sandbox' && t('sandbox_notice');
  if (footer === false) return note ? <FooterPart links={[]}>{note}</FooterPart> : undefined;
  const labelOf = ({ label }: FooterLink) => (typeof label === 'string' ? label : (label[t.lang] ?? Object.values(label)[0] ?? ''));
  return (
    <FooterPart newTabLabel={t('new_tab')} links={footer.map((link) => ({ id: link.href, href: link.href, label: labelOf(link) }))}>
      {note}
    </FooterPart>
  );
}
