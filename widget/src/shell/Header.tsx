import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { defaultLanguage, languageName, languages, type TextSource } from '../i18n/language.js';
import { Header as HeaderPart } from '../parts/index.js';
import { useAccount, useFlow } from '../flow/flow.js';
import { isHosted } from '../session/route.js';
import { basePath } from '../session/setting.js';

/** A brand's replacements; an empty address or list omits the part. */
interface Own {
  mark?: ReactNode;
  home?: string | undefined;
  login?: string | undefined;
  languages?: readonly TextSource[] | undefined;
}

/** Product name, Log In (My account, for a logged-in user) and the language selector. */
export function Header({ mark, home, login: ownLogin, languages: ownLanguages }: Own) {
  const flow = useFlow();
  const { bootstrap, language, setLanguage, setting } = flow;
  const { links } = bootstrap;
  const { login } = useAccount();
  const t = useText();
  const offered: readonly TextSource[] = ownLanguages ?? (language === 'pseudo' ? [...languages, 'pseudo'] : languages);
  // The account page is never a front page.
  const homeHref = isHosted('/account', links.home) ? basePath : links.home;
  return (
    <HeaderPart
      name={bootstrap.product}
      mark={mark}
      homeHref={home ?? (setting.hosted ? homeHref : undefined)}
      loginLabel={t(login ? 'header_account' : 'header_login')}
      loginHref={ownLogin ?? (login ? links.home : links.login) ?? ''}
      onLogin={login && (() => void import('../flow/leadHome.js').then(({ leadHome }) => leadHome(flow), flow.fail))}
      languageLabel={t('header_language')}
      language={language}
      languages={offered.map((value) => ({ value, label: languageName(value) }))}
      onLanguageChange={(value) => setLanguage(offered.find((known) => known === value) ?? defaultLanguage)}
    />
  );
}
