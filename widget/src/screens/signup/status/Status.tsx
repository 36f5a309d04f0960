import type { ScreenProps } from '../../../flow/screen.js';
import { SupportLines } from '../../../flow/SupportLines.js';
import type { Support } from '../../../flow/support.js';
import { useText } from '../../../i18n/useText.js';
import { Actions, Button, ChoiceCard, ChoiceCards, Illustration, LinkButton, Page, Panel } from '../../../parts/index.js';

export interface StatusProps extends ScreenProps {
  product: string;
  support: Support;
  loginHref: string;
  /** The answer was Yes: the guidance shows. */
  hasAccount: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks whether the co-parent already has an account. */
export function Status({ top, headingTakesFocus, product, support, loginHref, hasAccount, onYes, onNo }: StatusProps) {
  const say = useText();
  if (hasAccount) {
    return (
      <Page heading={say('status_guide_title')} top={top} picture={<Illustration name="inbox" />} headingTakesFocus focusKey="guide">
        <Panel>
          <ul className="cj-list">
            <li>{say('status_guide_inbox', { product })}</li>
            <li>{say('status_guide_spam')}</li>
            <li>
              {say('status_guide_support')}
              <SupportLines support={support} />
            </li>
          </ul>
        </Panel>
        <p>{say('status_guide_login')}</p>
        <Actions>
          <LinkButton placement="button" href={loginHref}>
            {say('status_login')}
          </LinkButton>
          <Button variant="secondary" onPress={onNo}>
            {say('status_continue')}
          </Button>
        </Actions>
      </Page>
    );
  }
  return (
    <Page
      heading={say('status_title')}
      subtitle={say('status_subtitle')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      focusKey="question"
      picture={<Illustration name="connect" />}
    >
      <ChoiceCards>
        <ChoiceCard label={say('status_no')} description={say('status_no_text')} onPress={onNo} />
        <ChoiceCard label={say('status_yes')} description={say('status_yes_text')} onPress={onYes} />
      </ChoiceCards>
    </Page>
  );
}
