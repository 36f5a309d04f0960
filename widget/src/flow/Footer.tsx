import { useText, type TextCode } from '../i18n/useText.js';
import { useFlow } from './flow.js';

const links = [
  ['terms', 'footer_terms'],
  ['privacy', 'footer_privacy'],
  ['help', 'footer_help'],
  ['contact', 'footer_contact'],
] as const satisfies readonly (readonly [string, TextCode])[];

/** Terms, privacy, help and contact: each opens beside the form, so that nothing typed is lost. */
export function Footer() {
  const { bootstrap } = useFlow();
  const say = useText();
  return (
    <footer className="cj-footer cj-screen-only">
      <ul className="cj-footer-links">
        {links.map(([name, code]) => {
          const address = bootstrap.links[name];
          return (
            address && (
              <li key={name}>
                <a href={address} target="_blank" rel="noopener">
                  {say(code)}
                  <span className="cj-visually-hidden"> {say('new_tab')}</span>
                </a>
              </li>
            )
          );
        })}
      </ul>
      {bootstrap.payment.provider === 'sandbox' && <p className="cj-footer-note">{say('sandbox_notice')}</p>}
    </footer>
  );
}
