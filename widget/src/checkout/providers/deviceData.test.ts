import type { Client } from 'braintree-web/client';
import { create } from 'braintree-web/data-collector';
import { beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { collectDeviceData } from './deviceData.js';

vi.mock('braintree-web/data-collector', () => ({ create: vi.fn() }));
const collector = vi.mocked(create);
const client = {} as Client;

beforeEach(() => {
  collector.mockReset();
});

test('device data is collected once and sent with the payment', async () => {
  collector.mockResolvedValue({ deviceData: 'data' } as never);
  const device = collectDeviceData(client);
  device.begin();
  expect(await device.get()).toBe('data');
  expect(await device.get()).toBe('data');
  expect(collector).toHaveBeenCalledOnce();
});

test('a fraud script that is blocked keeps no card from paying', async () => {
  collector.mockRejectedValue(new Error('blocked'));
  const device = collectDeviceData(client);
  device.begin();
  expect(await device.get()).toBeUndefined();
});

test('nor does one that never answers', async () => {
  vi.useFakeTimers();
  collector.mockReturnValue(new Promise(() => undefined) as never);
  const got = collectDeviceData(client).get();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await got).toBeUndefined();
  vi.useRealTimers();
});

test('its scripts go with the provider, also those that arrive later', async () => {
  const teardown = vi.fn(() => Promise.resolve());
  const late = arrival<never>();
  collector.mockReturnValue(late.promise as never);
  const device = collectDeviceData(client);
  device.begin();
  const ended = device.end();
  expect(teardown).not.toHaveBeenCalled();
  late.resolve({ deviceData: 'data', teardown } as never);
  await ended;
  expect(teardown).toHaveBeenCalledOnce();
});

test('without a fraud check, or with a blocked one, nothing has to go', async () => {
  await collectDeviceData(client).end();
  collector.mockRejectedValue(new Error('blocked'));
  const device = collectDeviceData(client);
  device.begin();
  await device.end();
  expect(collector).toHaveBeenCalledOnce();
});
