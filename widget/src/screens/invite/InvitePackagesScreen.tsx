import { useText } from '../../i18n/useText.js';
import { PackagesStep } from '../../steps/packages/PackagesStep.js';
import { InviteTop } from './InviteTop.js';

export default function InvitePackagesScreen() {
  const t = useText();
  return <PackagesStep Top={InviteTop} back="/invite/step1" subtitle={t('invite_packages_text')} />;
}
