import { useFlow } from '../../../flow/flow.js';
import { Legacy } from './Legacy.js';

export default function LegacyScreen() {
  const { bootstrap, go, hasMoved } = useFlow();
  return <Legacy headingTakesFocus={hasMoved()} loginHref={bootstrap.links.login ?? ''} onPayment={() => go('/payment')} />;
}
