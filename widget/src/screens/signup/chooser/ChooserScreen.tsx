import { useFlow, useTreatment } from '../../../flow/flow.js';
import { Chooser } from './Chooser.js';

export default function ChooserScreen() {
  const { go, hasMoved, track } = useFlow();
  const isStatusHidden = useTreatment('coparentStatusBypass');
  return (
    <Chooser
      headingTakesFocus={hasMoved()}
      onParents={() => {
        track('Visitor Type Chosen', { type: 'parent' });
        go(isStatusHidden ? '/step1' : '/coparentstatus');
      }}
      onProfessionals={() => {
        track('Visitor Type Chosen', { type: 'professional' });
        go('/pro');
      }}
    />
  );
}
