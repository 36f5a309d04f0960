import type { RegionPhone } from '../../../flow/support.js';
import { telephone } from '../../../flow/telephone.js';
import { unbroken } from '../../../i18n/unbroken.js';
import { useText } from '../../../i18n/useText.js';
import { LinkButton } from '../../../parts/index.js';

/** The support phones of the other regions. */
export function RegionPhones({ phones }: { phones: readonly RegionPhone[] }) {
  const t = useText();
  if (phones.length === 0) return null;
  const names = new Intl.DisplayNames([t.lang], { type: 'region' });
  const places = new Intl.ListFormat([t.lang]);
  const nameOf = (country: string) => (country === 'default' ? t('duplicate_elsewhere') : (names.of(country) ?? country));
  return (
    <>
      <p>{t('duplicate_phones')}</p>
      <div className="cj-support">
        {phones.map(({ phone, countries }) => (
          <LinkButton key={phone} icon="phone" href={telephone(phone)}>
            {`${places.format(countries.map(nameOf))}: ${unbroken(phone)}`}
          </LinkButton>
        ))}
      </div>
    </>
  );
}
