import { expect, test } from 'vitest';
import { fitted } from './place.js';

const regions = [
  { code: 'PA', name: 'Pennsylvania' },
  { code: 'TX', name: 'Texas' },
];
const eastern = { id: 'America/New_York' };
const central = { id: 'America/Chicago' };

test.each([
  [
    'a name that the browser filled in is its code',
    { region: 'pennsylvania', timeZone: '' },
    { regions, timeZones: undefined },
    { region: 'PA', timeZone: '' },
  ],
  [
    'what no list has stays for the rules to refuse',
    { region: 'Kent', timeZone: '' },
    { regions, timeZones: undefined },
    { region: 'Kent', timeZone: '' },
  ],
  [
    'without lists everything is free text',
    { region: 'Kent', timeZone: 'London' },
    { regions: [], timeZones: [] },
    { region: 'Kent', timeZone: 'London' },
  ],
  [
    'nothing changes while the lists are loaded',
    { region: 'PA', timeZone: 'x' },
    { regions: undefined, timeZones: undefined },
    { region: 'PA', timeZone: 'x' },
  ],
  ['the only time zone is preset', { region: 'PA', timeZone: '' }, { regions, timeZones: [eastern] }, { region: 'PA', timeZone: eastern.id }],
  [
    'a chosen time zone stays',
    { region: 'TX', timeZone: central.id },
    { regions, timeZones: [central, eastern] },
    { region: 'TX', timeZone: central.id },
  ],
  ['one of elsewhere goes', { region: 'TX', timeZone: 'Europe/London' }, { regions, timeZones: [central, eastern] }, { region: 'TX', timeZone: '' }],
])('%s', (_, place, lists, want) => {
  expect(fitted(place, lists)).toEqual(want);
});
