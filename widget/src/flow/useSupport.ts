import { useFlow, useSession } from './flow.js';
import { supportOf, type Support } from './support.js';

export function useSupport(): Support {
  const { bootstrap } = useFlow();
  return supportOf(bootstrap, useSession().registration);
}
