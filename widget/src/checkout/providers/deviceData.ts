import type { Client } from 'braintree-web/client';
import { create as createDataCollector, type DataCollector } from 'braintree-web/data-collector';

/** A payment waits this long for the fraud check's data. The data help a payment, but must not block it. */
const deviceDataPatienceMs = 3000;

export interface DeviceData {
  /** Starts collecting. A second call does nothing. */
  begin: () => void;
  /** Returns the collected data; undefined if the script is blocked, fails or is slow. Never rejects. */
  get: () => Promise<string | undefined>;
  /** Removes the provider's scripts, or those that are still loading once they arrive. */
  end: () => Promise<void>;
}

/** The provider's fraud check. A privacy tool may block its script. */
export function collectDeviceData(client: Client): DeviceData {
  let collector: Promise<DataCollector | undefined> | undefined;
  const begin = async () => {
    collector ??= createDataCollector({ client, paypal: true }).catch(() => undefined);
    return (await collector)?.deviceData;
  };
  return {
    begin: () => void begin(),
    get: () => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), deviceDataPatienceMs);
      });
      return Promise.race([begin(), late]).finally(() => clearTimeout(timer));
    },
    end: async () => (await collector)?.teardown(),
  };
}
