import { CheckboxField } from '../../fields/index.js';
import { useText } from '../../i18n/useText.js';
import type { Consent } from '../consent.js';

export interface ConsentFieldsProps {
  consent: Consent;
  termsHref: string;
  onConsent: (change: { termsAndConditions?: boolean; marketingOptIn?: boolean }) => void;
}

/** The terms if they must be ticked, and the optional marketing opt-in. */
export function ConsentFields({ consent, termsHref, onConsent }: ConsentFieldsProps) {
  const t = useText();
  return (
    <>
      {consent.isRequired && (
        <CheckboxField
          name="termsAndConditions"
          label={<Terms href={termsHref} />}
          value={consent.termsAndConditions}
          onChange={(termsAndConditions) => onConsent({ termsAndConditions })}
          isRequired
        />
      )}
      <CheckboxField
        name="marketingOptIn"
        label={t('review_marketing')}
        value={consent.marketingOptIn}
        onChange={(marketingOptIn) => onConsent({ marketingOptIn })}
      />
    </>
  );
}

/** "I agree to the Terms & Conditions", with the terms as a link. */
function Terms({ href }: { href: string }) {
  const t = useText();
  const [before, after] = t('review_terms', { terms: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <a href={href} target="_blank" rel="noopener">
        {t('review_terms_link')}
        <span className="cj-visually-hidden"> {t('new_tab')}</span>
      </a>
      {after}
    </>
  );
}
