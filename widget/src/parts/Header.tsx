import { useId, type ReactNode } from 'react';
import './header.css';
import { Icon } from './Icon.js';
import { Logo } from './Logo.js';
import { onPlainClick } from './plainClick.js';

export interface HeaderProps {
  /** The product's name beside the mark. */
  name: string;
  /** Replaces both mark and name. */
  mark?: ReactNode;
  /** The target of the mark; without it the mark is no link. */
  homeHref?: string | undefined;
  loginLabel: string;
  /** Empty: no Log In. */
  loginHref: string;
  /** Called instead of following the link. */
  onLogin?: (() => void) | undefined;
  languageLabel: string;
  language: string;
  /** Empty: no selector. */
  languages: readonly { value: string; label: string }[];
  onLanguageChange: (value: string) => void;
}

/** The mark, the language selector and Log In. */
export function Header({ name, mark, homeHref, loginLabel, loginHref, onLogin, languageLabel, language, languages, onLanguageChange }: HeaderProps) {
  const languageId = useId();
  const brand = mark ?? (
    <>
      <Logo />
      <span className="cj-header-name">{name}</span>
    </>
  );
  return (
    <header className="cj-header cj-screen-only">
      {homeHref === undefined ? (
        <span className="cj-header-brand">{brand}</span>
      ) : (
        <a className="cj-header-brand" href={homeHref}>
          {brand}
        </a>
      )}
      <div className="cj-header-tools">
        {languages.length > 0 && (
          <div className="cj-header-language">
            <label className="cj-visually-hidden" htmlFor={languageId}>
              {languageLabel}
            </label>
            <Icon name="globe" size="small" />
            <select id={languageId} className="cj-header-select" value={language} onChange={(event) => onLanguageChange(event.target.value)}>
              {languages.map((option) => (
                <option key={option.value} value={option.value} lang={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </div>
        )}
        {loginHref && (
          <a className="cj-header-login" href={loginHref} onClick={onPlainClick(onLogin)}>
            {loginLabel}
          </a>
        )}
      </div>
    </header>
  );
}
