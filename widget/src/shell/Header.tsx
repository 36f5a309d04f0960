import { useText } from '../i18n/useText.js';
import { languages, type TextSource } from '../i18n/texts.js';
import { Header as HeaderPart } from '../parts/index.js';
import { useFlow } from '../flow/flow.js';

/** Names of the languages, each in itself. */
const languageNames: Record<TextSource, string> = { en: 'English', es: 'Español', pseudo: 'Pseudo' };

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
      languages={offered.map((value) => ({ value, label: languageNames[value] }))}
      onLanguageChange={(value) => setLanguage(offered.find((known) => known === value) ?? 'en')}
    />
  );
}
