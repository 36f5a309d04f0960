import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Icon, Page } from '../../parts/index.js';
import './chooser.css';

export interface ChooserProps extends ScreenProps {
  onParents: () => void;
  onProfessionals: () => void;
}

/** The first screen: is it a parent or a professional who signs up? */
export function Chooser({ onParents, onProfessionals, ...props }: ChooserProps) {
  const say = useText();
  return (
    <Page heading={say('chooser_title')} subtitle={say('chooser_subtitle')} top={props.top} headingTakesFocus={props.headingTakesFocus}>
      <div className="cj-chooser">
        <Choice title={say('chooser_parents')} text={say('chooser_parents_text')} onPress={onParents} isFirst />
        <Choice title={say('chooser_professionals')} text={say('chooser_professionals_text')} onPress={onProfessionals} />
      </div>
    </Page>
  );
}

function Choice({ title, text, onPress, isFirst = false }: { title: string; text: string; onPress: () => void; isFirst?: boolean }) {
  return (
    <button type="button" className="cj-chooser-choice" data-first={isFirst || undefined} onClick={onPress}>
      <span className="cj-chooser-words">
        <span className="cj-chooser-title">{title}</span>
        <span className="cj-chooser-text">{text}</span>
      </span>
      <span className="cj-chooser-arrow">
        <Icon name="chevron" />
      </span>
    </button>
  );
}
