import { expect, type APIRequestContext, type Locator } from '@playwright/test';
import { Journey } from './journey.js';
import { newPerson, type Person } from './people.js';
import { setting } from './test.js';
import { defaultLanguage, type Lang } from './words.js';

interface Option {
  value: string;
  label: string;
}

/** The form's choices for a country, in the server's language. */
export interface ProOptions {
  benchOfficers: Option[];
  colleagues: Option[];
  countries: { code: string; name: string }[];
  referrals: Option[];
  regions: { code: string; name: string }[];
  timezones: { id: string; name: string }[];
  titles: Option[];
  roles: Option[];
}

export async function readOptions(request: APIRequestContext, server: string, country: string, lang: Lang = defaultLanguage): Promise<ProOptions> {
  const answer = await request.get(`${server}/v2/professional/options?country=${country}`, { headers: { 'Accept-Language': lang } });
  return (await answer.json()) as ProOptions;
}

/** A practice's country, with its own fields. */
export interface Practice {
  country: string;
  city: string;
  /** A code if the country has a list, else free text. */
  region: string;
  postalCode: string;
  timeZone: string;
  /** The label of the region. */
  regionCode: 'pro_state' | 'pro_province' | 'pro_region';
  role: string;
}

export const practices = {
  US: { country: 'US', city: 'Austin', region: 'TX', postalCode: '78701', timeZone: 'America/Chicago', regionCode: 'pro_state', role: 'ATTORNEY' },
  CA: {
    country: 'CA',
    city: 'Ottawa',
    region: 'ON',
    postalCode: 'K1P 1J1',
    timeZone: 'America/Toronto',
    regionCode: 'pro_province',
    role: 'FAMILY_LAWYER',
  },
  GB: {
    country: 'GB',
    city: 'London',
    region: 'ENG',
    postalCode: 'SW1A 1AA',
    timeZone: 'Europe/London',
    regionCode: 'pro_region',
    role: 'SOLICITOR',
  },
  /** One time zone, and no list of regions. */
  JP: { country: 'JP', city: 'Tokyo', region: 'Tokyo', postalCode: '100-0001', timeZone: 'Asia/Tokyo', regionCode: 'pro_region', role: 'MEDIATOR' },
  /** No time zone is known for it. */
  BV: { country: 'BV', city: 'Nyrøysa', region: 'Bouvet', postalCode: '0001', timeZone: 'Etc/UTC', regionCode: 'pro_region', role: 'MEDIATOR' },
} as const satisfies Record<string, Practice>;

export type Source = 'BENCH_OFFICER' | 'REFERRED_BY_COLLEAGUE' | 'SEARCH_ENGINE' | 'REFERRED_FR' | 'NEWS_STORY' | 'OTHER';

/** Creates a professional with username and password, set with the link of the welcome email. */
export async function newProfessional(request: APIRequestContext): Promise<Person> {
  const server = setting('COJOIN_URL');
  const person = newPerson();
  const made = await request.post(`${server}/dev/professionals`, { data: { firstName: 'Ana', lastName: 'Ruiz', email: person.email } });
  expect(made.status()).toBe(201);
  const token = async () => {
    const { mails } = (await (await request.get(`${server}/dev/outbox.json?to=${encodeURIComponent(person.email)}`)).json()) as {
      mails: { text: string }[];
    };
    return /&token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
  };
  await expect.poll(token).toBeDefined();
  const set = await request.post(`${server}/v1/credentials`, {
    headers: { Authorization: `Bearer ${await token()}` },
    data: { username: person.username, password: person.password },
  });
  expect(set.ok()).toBe(true);
  return person;
}

/** The secrets of every professional in the journeys. */
export const secrets = { answer: 'the old bookshop', code: '4821' };

/** A professional's sign-up in a browser. */
export class ProJourney extends Journey {
  static of({ page, hands, t, person }: Journey): ProJourney {
    return new ProJourney(page, hands, t, person);
  }

  dot(step: 1 | 2 | 3): Locator {
    const names = { 1: 'pro_step_person', 2: 'pro_step_practice', 3: 'pro_step_security' };
    const name = this.t('steps_position', { step, count: 3, name: this.t(names[step]) });
    return this.page.getByRole('button', { name: `${name}, ${this.t('steps_done')}`, exact: true });
  }

  async chooseProfessionals() {
    await this.hands.press(this.page.getByRole('button', { name: new RegExp(`^${this.t('chooser_professionals')}`) }));
    await expect(this.heading('pro_person_title')).toBeFocused();
  }

  async fillPerson(source: Source, options: ProOptions) {
    const { hands, person } = this;
    await hands.choose(this.select('pro_name_title'), labelOf(options.titles, 'DOCTOR'));
    await hands.fill(this.field('field_first_name'), person.firstName);
    await hands.fill(this.field('field_last_name'), person.lastName);
    await hands.fill(this.field('pro_credentials'), 'J.D.');
    await hands.fill(this.field('field_email'), person.email);
    await hands.fill(this.field('field_phone'), person.phone);
    await hands.fill(this.field('pro_extension'), '12');
    await hands.choose(this.select('pro_hear'), labelOf(options.referrals, source));
    switch (source) {
      case 'BENCH_OFFICER':
        await hands.fill(this.field('pro_bench_name'), 'Ana Ruiz');
        await hands.choose(this.select('pro_bench_position'), labelOf(options.benchOfficers, 'MAGISTRATE'));
        break;
      case 'REFERRED_BY_COLLEAGUE':
        await hands.fill(this.field('pro_colleague_name'), 'Tom Berg');
        await hands.choose(this.select('pro_colleague_role'), labelOf(options.colleagues, 'THERAPIST'));
        break;
      case 'OTHER':
        await hands.fill(this.field('pro_other'), 'At a conference on children in two homes.');
        break;
      default:
        for (const code of ['pro_bench_name', 'pro_colleague_name', 'pro_other']) await expect(this.field(code)).toHaveCount(0);
    }
  }

  async submitPerson() {
    await this.hands.press(this.button('continue'));
    await expect(this.heading('pro_practice_title')).toBeFocused();
  }

  async fillPractice(practice: Practice, options: ProOptions) {
    const { hands } = this;
    await hands.fill(this.field('pro_practice_name'), 'Harbor Family Law');
    await hands.fill(this.field('pro_address'), '1 Market Street');
    const country = this.select('pro_country');
    await expect(country).toBeVisible();
    const name = options.countries.find(({ code }) => code === practice.country)?.name ?? '';
    if ((await country.inputValue()) !== practice.country) await hands.choose(country, name);
    await hands.fill(this.field('pro_city'), practice.city);
    const region = options.regions.find(({ code }) => code === practice.region)?.name;
    if (region) await hands.choose(this.select(practice.regionCode), region);
    else await hands.fill(this.field(practice.regionCode), practice.region);
    await hands.fill(this.field(practice.country === 'US' ? 'pro_zip' : 'pro_postal_code'), practice.postalCode);
    const zone = options.timezones.find(({ id }) => id === practice.timeZone)?.name ?? '';
    if (options.timezones.length === 1) {
      // Preset and disabled.
      await expect(this.select('pro_timezone')).toBeDisabled();
      await expect(this.select('pro_timezone')).toHaveValue(practice.timeZone);
    } else if (options.timezones.length === 0) {
      await hands.fill(this.field('pro_timezone'), practice.timeZone);
    } else {
      await hands.choose(this.select('pro_timezone'), zone);
    }
    await hands.tick(this.page.getByRole('checkbox', { name: labelOf(options.roles, practice.role), exact: true }));
  }

  async submitPractice() {
    await this.hands.press(this.button('continue'));
    await expect(this.heading('pro_security_title')).toBeFocused();
  }

  async fillSecurity() {
    const { hands } = this;
    await hands.choose(this.select('pro_question'), this.t('security_question_first_job'));
    await this.fillSecrets();
  }

  async fillSecrets() {
    const { hands } = this;
    await hands.fill(this.field('pro_answer'), secrets.answer);
    await hands.fill(this.page.getByLabel(this.t('pro_code'), { exact: true }), secrets.code);
    await hands.fill(this.page.getByLabel(this.t('pro_code_confirm'), { exact: true }), secrets.code);
  }

  async submitSecurity() {
    await this.hands.press(this.button('pro_submit'));
  }

  async expectDone() {
    await expect(this.page.getByRole('heading', { name: this.t('pro_done_title', { name: this.person.firstName }), exact: true })).toBeFocused();
  }

  /** Walks to the third step, and fills it in. */
  async walkToSecurity(source: Source, practice: Practice, options: ProOptions) {
    await this.chooseProfessionals();
    await this.fillPerson(source, options);
    await this.submitPerson();
    await this.fillPractice(practice, options);
    await this.submitPractice();
    await this.fillSecurity();
  }
}

export function labelOf(options: readonly Option[], value: string): string {
  const found = options.find((option) => option.value === value);
  if (!found) throw new Error(`${value} is not on offer`);
  return found.label;
}
