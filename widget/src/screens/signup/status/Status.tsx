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
  const t = useText();
  if (hasAccount) {
    return (
      <Page heading={t('status_guide_title')} top={top} picture={<Illustration name="inbox" />} headingTakesFocus focusKey="guide">
        <Panel>
          <ul className="cj-list">
            <li>{t('status_guide_inbox', { product })}</li>
            <li>{t('status_guide_spam')}</li>
            <li>
              {t('status_guide_support')}
              <SupportLines support={support} />
            </li>
          </ul>
        </Panel>
        <p>{t('status_guide_login')}</p>
        <Actions>
          <LinkButton placement="button" href={loginHref}>
            {t('status_login')}
          </LinkButton>
          <Button variant="secondary" onPress={onNo}>
            {t('status_continue')}
          </Button>
        </Actions>
      </Page>
    );
  }
  return (
    <Page
      heading={t('status_title')}
      subtitle={t('status_subtitle')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      focusKey="question"
      picture={<Illustration name="connect" />}
    >
      <ChoiceCards>
        <ChoiceCard label={t('status_no')} description={t('status_no_text')} onPress={onNo} />
        <ChoiceCard label={t('status_yes')} description={t('status_yes_text')} onPress={onYes} />
      </ChoiceCards>
    </Page>
  );
}
