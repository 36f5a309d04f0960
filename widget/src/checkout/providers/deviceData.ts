import type { Client } from 'braintree-web/client';
import { create as createDataCollector } from 'braintree-web/data-collector';

/** A payment waits this long for the fraud check's data. The data help a payment, but must not block it. */
const deviceDataPatienceMs = 3000;

export interface DeviceData {
  /** Starts collecting. A second call does nothing. */
  begin: () => void;
  /** Returns the collected data; undefined if the script is blocked, fails or is slow. Never rejects. */
  get: () => Promise<string | undefined>;
}

/** The provider's fraud check. A privacy tool may block its script. */
export function collectDeviceData(client: Client): DeviceData {
  let collected: Promise<string | undefined> | undefined;
  const begin = () => {
    collected ??= createDataCollector({ client, paypal: true }).then(
      ({ deviceData }) => deviceData,
      () => undefined,
    );
    return collected;
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
  };
}
