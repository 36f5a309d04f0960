import { CustomStep } from '../custom/CustomScreen.js';
import { InviteTop } from './InviteTop.js';

export default function InviteCustomScreen() {
  return <CustomStep Top={InviteTop} />;
}
