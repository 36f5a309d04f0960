import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayOr, dayText } from './day.js';

afterEach(() => vi.unstubAllEnvs());

describe('the text of a day', () => {
  it.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('is the server’s day in a browser of %s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(dayText('2027-01-15', 'en', 'en-US')).toBe('January 15, 2027');
    expect(dayText('2027-01-15', 'es', 'en-US')).toBe('15 de enero de 2027');
  });

  it('is that of the time in an answer of a release without days', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(dayText(dayOr(undefined, '2027-01-15T09:30:00Z'), 'en', 'en-US')).toBe('January 15, 2027');
  });

  it('is the browser’s day of a time', () => {
    const time = '2027-01-15T03:30:00Z';
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(dayText(time, 'en', 'en-GB')).toBe('14 January 2027');
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    expect(dayText(time, 'en', 'en-GB')).toBe('15 January 2027');
  });
});
