import './pro.css';
import { Fragment } from 'react';
import { useText } from '../../i18n/useText.js';

export interface LegalProps {
  termsHref: string;
  privacyHref: string;
}

/** The consequences of creating an account, with terms and privacy policy as links within the sentence. */
export function Legal({ termsHref, privacyHref }: LegalProps) {
  const t = useText();
  const links = {
    terms: { href: termsHref, label: t('footer_terms') },
    privacy: { href: privacyHref, label: t('footer_privacy') },
  };
  // Their order depends on the language.
  const parts = t('pro_legal', { terms: '\u0000terms\u0000', privacy: '\u0000privacy\u0000' }).split('\u0000');
  return (
    <p className="cj-pro-legal">
      {parts.map((part) => {
        const link = part === 'terms' || part === 'privacy' ? links[part] : undefined;
        if (!link?.href) return <Fragment key={part}>{link?.label ?? part}</Fragment>;
        return (
          <a key={part} href={link.href} target="_blank" rel="noopener">
            {link.label}
            <span className="cj-visually-hidden"> {t('new_tab')}</span>
          </a>
        );
      })}
    </p>
  );
}
