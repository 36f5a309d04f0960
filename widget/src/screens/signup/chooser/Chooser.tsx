import type { ScreenProps } from '../../../flow/screen.js';
import { useText } from '../../../i18n/useText.js';
import { ChoiceCard, ChoiceCards, Illustration, Page } from '../../../parts/index.js';

export interface ChooserProps extends ScreenProps {
  onParents: () => void;
  onProfessionals: () => void;
}

/** The first screen: asks whether a parent or a professional signs up. */
export function Chooser({ top, headingTakesFocus, onParents, onProfessionals }: ChooserProps) {
  const t = useText();
  return (
    <Page heading={t('chooser_title')} subtitle={t('chooser_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      <ChoiceCards>
        <ChoiceCard
          label={t('chooser_parents')}
          description={t('chooser_parents_text')}
          picture={<Illustration name="homes" />}
          onPress={onParents}
        />
        <ChoiceCard
          label={t('chooser_professionals')}
          description={t('chooser_professionals_text')}
          picture={<Illustration name="practice" />}
          onPress={onProfessionals}
        />
      </ChoiceCards>
    </Page>
  );
}
