import { CustomStep } from '../../steps/custom/CustomStep.js';
import { InviteTop } from './InviteTop.js';

export default function InviteCustomScreen() {
  return <CustomStep Top={InviteTop} />;
}
