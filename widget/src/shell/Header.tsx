import { useText } from '../i18n/useText.js';
import { defaultLanguage, languageName, languages, type TextSource } from '../i18n/language.js';
import { Header as HeaderPart } from '../parts/index.js';
import { useFlow } from '../flow/flow.js';

/** Product name, Log In and the language selector. */
export function Header() {
  const { bootstrap, language, setLanguage, setting } = useFlow();
  const say = useText();
  const offered: readonly TextSource[] = language === 'pseudo' ? [...languages, 'pseudo'] : languages;
  return (
    <HeaderPart
      name={bootstrap.product}
      homeHref={setting.hosted ? bootstrap.links.home : undefined}
      loginLabel={say('header_login')}
      loginHref={bootstrap.links.login ?? ''}
      languageLabel={say('header_language')}
      language={language}
      languages={offered.map((value) => ({ value, label: languageName(value) }))}
      onLanguageChange={(value) => setLanguage(offered.find((known) => known === value) ?? defaultLanguage)}
    />
  );
}
