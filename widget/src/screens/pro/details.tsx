import './pro.css';
import { countryNamer } from '../../i18n/countryName.js';
import { unbroken } from '../../i18n/unbroken.js';
import type { Say } from '../../i18n/useText.js';
import type { Detail } from '../../parts/index.js';
import { labelOf, type PersonChoices, type PracticeChoices } from './choices.js';
import type { ProValues } from './values.js';

export interface EnteredDetails {
  person: Detail[];
  practice: Detail[];
  security: Detail[];
}

/** Describes the input, without empty fields and secrets. */
export function detailsOf(values: ProValues, choices: PersonChoices & PracticeChoices, say: Say): EnteredDetails {
  const name = [labelOf(choices.titles, values.title), values.firstName, values.lastName].filter(Boolean).join(' ');
  const phone = unbroken(`${values.phoneCountryCode} ${values.phoneNumber}`);
  const region = choices.regions?.find(({ code }) => code === values.region)?.name ?? values.region;
  const country = choices.countries.find(({ code }) => code === values.country)?.name ?? countryNamer(say.lang)(values.country);
  const address = [values.addressLine1, values.addressLine2, `${values.city}, ${region} ${values.postalCode}`, country].filter(Boolean);
  return {
    person: filled([
      { id: 'name', label: say('pro_entered_name'), value: [name, values.credentials].filter(Boolean).join(', ') },
      { id: 'email', label: say('field_email'), value: values.email },
      {
        id: 'phone',
        label: say('field_phone'),
        value: values.phoneExtension ? say('pro_entered_phone_extension', { phone, extension: values.phoneExtension }) : phone,
      },
      { id: 'hear', label: say('pro_hear'), value: labelOf(choices.referrals, values.hearAboutUs) },
      ...referral(values, choices, say),
    ]),
    practice: filled([
      { id: 'practice', label: say('pro_entered_practice_name'), value: values.practiceName },
      { id: 'address', label: say('pro_address'), value: <span className="cj-pro-address">{address.join('\n')}</span> },
      { id: 'timezone', label: say('pro_timezone'), value: choices.timeZones?.find(({ id }) => id === values.timezone)?.name ?? values.timezone },
      {
        id: 'roles',
        label: say('pro_entered_roles'),
        value: new Intl.ListFormat(say.lang, { type: 'unit', style: 'short' }).format(values.roles.map((role) => labelOf(choices.roles, role))),
      },
    ]),
    security: filled([{ id: 'question', label: say('pro_question'), value: values.securityQuestion }]),
  };
}

function referral(values: ProValues, choices: PersonChoices, say: Say): Detail[] {
  switch (values.hearAboutUs) {
    case 'BENCH_OFFICER':
      return [
        { id: 'bench', label: say('pro_bench_name'), value: values.referralBenchOfficerName },
        { id: 'position', label: say('pro_bench_position'), value: labelOf(choices.benchOfficers, values.referralBenchOfficerPosition) },
      ];
    case 'REFERRED_BY_COLLEAGUE':
      return [
        { id: 'colleague', label: say('pro_colleague_name'), value: values.referralColleagueName },
        { id: 'role', label: say('pro_colleague_role'), value: labelOf(choices.colleagues, values.referralColleagueRole) },
      ];
    case 'OTHER':
      return [{ id: 'other', label: say('pro_other'), value: values.referralOtherExplain }];
    default:
      return [];
  }
}

function filled(details: Detail[]): Detail[] {
  return details.filter(({ value }) => value !== '');
}
