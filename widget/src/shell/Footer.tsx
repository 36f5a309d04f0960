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
  const t = useText();
  return (
    <FooterPart
      newTabLabel={t('new_tab')}
      links={links.flatMap(([id, code]) => {
        const href = bootstrap.links[id];
        return href ? [{ id, label: t(code), href }] : [];
      })}
    >
      {bootstrap.payment.provider === 'sandbox' && t('sandbox_notice')}
    </FooterPart>
  );
}
