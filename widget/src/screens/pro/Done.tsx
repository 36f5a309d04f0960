import './pro.css';
import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Button, DetailList, Illustration, LinkButton, Page, Panel } from '../../parts/index.js';
import { detailsOf } from './details.js';
import type { PersonChoices, PracticeChoices } from './choices.js';
import type { ProValues } from './values.js';

export interface DoneProps extends ScreenProps {
  /** The professional's first name in the server's answer. */
  firstName: string;
  /** The input without the secrets. */
  values: ProValues;
  choices: PersonChoices & PracticeChoices;
  casesHref: string;
  onAgain: () => void;
}

/** The account is created: the next steps, and the entered data. */
export function Done({ top, headingTakesFocus, firstName, values, choices, casesHref, onAgain }: DoneProps) {
  const t = useText();
  const { person, practice, security } = detailsOf(values, choices, t);
  return (
    <Page
      heading={t('pro_done_title', { name: firstName })}
      subtitle={t('pro_done_subtitle')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      focusKey="done"
      picture={<Illustration name="done" />}
    >
      <Panel heading={t('pro_next')}>
        <ol className="cj-pro-next">
          <li>
            <div className="cj-pro-next-words">
              <strong>{t('pro_next_mail_title')}</strong>
              <p>{t('pro_next_mail', { email: values.email })}</p>
            </div>
          </li>
          <li>
            <div className="cj-pro-next-words">
              <strong>{t('pro_next_login_title')}</strong>
              <p>{t('pro_next_login')}</p>
              {casesHref && <LinkButton href={casesHref}>{t('pro_next_cases')}</LinkButton>}
            </div>
          </li>
        </ol>
      </Panel>
      <Panel heading={t('pro_entered_person')}>
        <DetailList details={person} />
      </Panel>
      <Panel heading={t('pro_entered_practice')}>
        <DetailList details={practice} />
      </Panel>
      <Panel heading={t('pro_entered_security')}>
        <DetailList details={security} />
        <p>{t('pro_entered_secret')}</p>
      </Panel>
      <Actions>
        <Button variant="secondary" onPress={onAgain}>
          {t('pro_again')}
        </Button>
      </Actions>
    </Page>
  );
}
