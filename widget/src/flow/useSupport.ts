import { useFlow, useSession } from './flow.js';
import { supportCountry, supportPhone } from './support.js';

/** How the person reaches support, by where they are. */
export interface Support {
  phone: string;
  email: string;
}

export function useSupport(): Support {
  const { bootstrap } = useFlow();
  const { registration } = useSession();
  const country = supportCountry(registration?.address?.country, registration?.parent?.phoneCountryCode);
  return { phone: supportPhone(bootstrap, country), email: bootstrap.supportEmail };
}
