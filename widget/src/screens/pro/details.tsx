import './pro.css';
import { countryNamer } from '../../i18n/countryName.js';
import { unbroken } from '../../i18n/unbroken.js';
import type { Translate } from '../../i18n/useText.js';
import type { Detail } from '../../parts/index.js';
import { labelOf, type PersonChoices, type PracticeChoices } from './choices.js';
import type { ProValues } from './values.js';

export interface EnteredDetails {
  person: Detail[];
  practice: Detail[];
  security: Detail[];
}

/** Describes the input, without empty fields and secrets. */
export function detailsOf(values: ProValues, choices: PersonChoices & PracticeChoices, t: Translate): EnteredDetails {
  const name = [labelOf(choices.titles, values.title), values.firstName, values.lastName].filter(Boolean).join(' ');
  const phone = unbroken(`${values.phoneCountryCode} ${values.phoneNumber}`);
  const region = choices.regions?.find(({ code }) => code === values.region)?.name ?? values.region;
  const country = choices.countries.find(({ code }) => code === values.country)?.name ?? countryNamer(t.lang)(values.country);
  const address = [values.addressLine1, values.addressLine2, `${values.city}, ${region} ${values.postalCode}`, country].filter(Boolean);
  return {
    person: filled([
      { id: 'name', label: t('pro_entered_name'), value: [name, values.credentials].filter(Boolean).join(', ') },
      { id: 'email', label: t('field_email'), value: values.email },
      {
        id: 'phone',
        label: t('field_phone'),
        value: values.phoneExtension ? t('pro_entered_phone_extension', { phone, extension: values.phoneExtension }) : phone,
      },
      { id: 'hear', label: t('pro_hear'), value: labelOf(choices.referrals, values.hearAboutUs) },
      ...referral(values, choices, t),
    ]),
    practice: filled([
      { id: 'practice', label: t('pro_entered_practice_name'), value: values.practiceName },
      { id: 'address', label: t('pro_address'), value: <span className="cj-pro-address">{address.join('\n')}</span> },
      { id: 'timezone', label: t('pro_timezone'), value: choices.timeZones?.find(({ id }) => id === values.timezone)?.name ?? values.timezone },
      {
        id: 'roles',
        label: t('pro_entered_roles'),
        value: new Intl.ListFormat(t.lang, { type: 'unit', style: 'short' }).format(values.roles.map((role) => labelOf(choices.roles, role))),
      },
    ]),
    security: filled([{ id: 'question', label: t('pro_question'), value: values.securityQuestion }]),
  };
}

function referral(values: ProValues, choices: PersonChoices, t: Translate): Detail[] {
  switch (values.hearAboutUs) {
    case 'BENCH_OFFICER':
      return [
        { id: 'bench', label: t('pro_bench_name'), value: values.referralBenchOfficerName },
        { id: 'position', label: t('pro_bench_position'), value: labelOf(choices.benchOfficers, values.referralBenchOfficerPosition) },
      ];
    case 'REFERRED_BY_COLLEAGUE':
      return [
        { id: 'colleague', label: t('pro_colleague_name'), value: values.referralColleagueName },
        { id: 'role', label: t('pro_colleague_role'), value: labelOf(choices.colleagues, values.referralColleagueRole) },
      ];
    case 'OTHER':
      return [{ id: 'other', label: t('pro_other'), value: values.referralOtherExplain }];
    default:
      return [];
  }
}

function filled(details: Detail[]): Detail[] {
  return details.filter(({ value }) => value !== '');
}
