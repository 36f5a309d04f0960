import { useText, type TextCode } from '../i18n/useText.js';
import { Footer as FooterPart } from '../parts/index.js';
import { useFlow } from '../flow/flow.js';

const links = [
  ['terms', 'footer_terms'],
  ['privacy', 'footer_privacy'],
  ['help', 'footer_help'],
  ['contact', 'footer_contact'],
] as const satisfies readonly (readonly [string, TextCode])[];

/** Terms, privacy, help and contact; in test mode, a note about it. */
export function Footer() {
  const { bootstrap } = useFlow();
  const say = useText();
  return (
    <FooterPart
      newTabLabel={say('new_tab')}
      links={links.flatMap(([id, code]) => {
        const href = bootstrap.links[id];
        return href ? [{ id, label: say(code), href }] : [];
      })}
    >
      {bootstrap.payment.provider === 'sandbox' && say('sandbox_notice')}
    </FooterPart>
  );
}
