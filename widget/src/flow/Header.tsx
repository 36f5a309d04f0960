import { useText } from '../i18n/useText.js';
import { languages, type TextSource } from '../i18n/texts.js';
import { useFlow } from './flow.js';

/** Names of the languages, each in itself. */
const languageNames: Record<(typeof languages)[number], string> = { en: 'English', es: 'Español' };

/** Product name, Log In and the language selector. */
export function Header() {
  const { bootstrap, language, setLanguage, setting, href } = useFlow();
  const say = useText();
  const login = bootstrap.links.login;
  return (
    <header className="cj-header cj-screen-only">
      {setting.hosted ? (
        <a className="cj-header-name" href={bootstrap.links.home ?? href('/signup')}>
          {bootstrap.product}
        </a>
      ) : (
        <span className="cj-header-name">{bootstrap.product}</span>
      )}
      <div className="cj-header-tools">
        <label className="cj-header-language">
          <span className="cj-visually-hidden">{say('header_language')}</span>
          <select value={language} onChange={(event) => setLanguage(event.target.value as TextSource)}>
            {languages.map((code) => (
              <option key={code} value={code} lang={code}>
                {languageNames[code]}
              </option>
            ))}
            {language === 'pseudo' && <option value="pseudo">Pseudo</option>}
          </select>
        </label>
        {login && (
          <a className="cj-link" href={login}>
            {say('header_login')}
          </a>
        )}
      </div>
    </header>
  );
}
