import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, within } from 'storybook/test';
import { TextField } from '@widget/fields/index.js';
import {
  Button,
  ChildCard,
  ChoiceCard,
  ChoiceCards,
  DetailList,
  Footer,
  FormRow,
  Header,
  Illustration,
  LinkButton,
  Page,
  Panel,
  type IllustrationName,
} from '@widget/parts/index.js';
import { defaultLanguage, languageName, languages } from '@widget/i18n/language.js';
import { useWord, word } from '../fixtures/words.js';

const meta = { title: 'Parts/Structure' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const HeaderAndFooter: Story = {
  parameters: { frame: 'screen' },
  render: () => {
    const t = useWord();
    const [language, setLanguage] = useState<string>(defaultLanguage);
    return (
      <>
        <Header
          name="Cojoin"
          homeHref="#home"
          loginLabel={t('status_login')}
          loginHref="#login"
          languageLabel={t('header_language')}
          language={language}
          languages={languages.map((value) => ({ value, label: languageName(value) }))}
          onLanguageChange={setLanguage}
        />
        <Footer
          newTabLabel={t('new_tab')}
          links={[
            { id: 'terms', label: t('footer_terms'), href: '#terms' },
            { id: 'privacy', label: t('footer_privacy'), href: '#privacy' },
            { id: 'help', label: t('footer_help'), href: '#help' },
            { id: 'contact', label: t('footer_contact'), href: '#contact' },
          ]}
        />
      </>
    );
  },
};

export const PageTakesFocus: Story = {
  parameters: { frame: 'screen' },
  render: () => {
    const t = useWord();
    return (
      <Page
        heading={t('family_title')}
        subtitle={t('family_subtitle')}
        headingTakesFocus
        top={
          <LinkButton icon="back" href="#back">
            {t('back')}
          </LinkButton>
        }
      >
        <Button>{t('continue')}</Button>
      </Page>
    );
  },
  async play({ canvasElement, globals }) {
    await expect(
      within(canvasElement).getByRole('heading', {
        level: 1,
        name: word(globals, 'family_title'),
      }),
    ).toHaveFocus();
  },
};

export const Choices: Story = {
  render: () => {
    const t = useWord();
    return (
      <ChoiceCards>
        <ChoiceCard
          label={t('chooser_parents')}
          description={t('chooser_parents_text')}
          picture={<Illustration name="homes" />}
          onPress={() => undefined}
        />
        <ChoiceCard
          label={t('chooser_professionals')}
          description={t('chooser_professionals_text')}
          picture={<Illustration name="practice" />}
          onPress={() => undefined}
        />
      </ChoiceCards>
    );
  },
};

export const Children: Story = {
  render: () => {
    const t = useWord();
    const remove = t('children_remove');
    return (
      <>
        {['', ' 2'].map((number) => {
          const title = `${t('children_first')}${number}`;
          return (
            <ChildCard key={number} title={title} removeLabel={remove} removeAccessibleLabel={`${remove} ${title}`} onRemove={() => undefined}>
              <FormRow>
                <TextField
                  label={t('field_first_name')}
                  name={`children${number}.firstName`}
                  autoComplete="off"
                  value=""
                  onChange={() => undefined}
                />
                <TextField
                  label={t('field_last_name')}
                  name={`children${number}.lastName`}
                  autoComplete="off"
                  value="Ortiz"
                  onChange={() => undefined}
                />
              </FormRow>
            </ChildCard>
          );
        })}
      </>
    );
  },
};

export const ReviewPanel: Story = {
  render: () => {
    const t = useWord();
    return (
      <Panel heading={t('payment_stage_billing')} aside={<LinkButton onPress={() => undefined}>{t('review_change')}</LinkButton>}>
        <DetailList
          details={[
            { id: 'name', label: t('pro_entered_name'), value: 'Maya Ortiz' },
            { id: 'address', label: t('pro_address'), value: '1200 SW Main Street, Portland, Oregon 97205' },
            { id: 'email', label: t('field_email'), value: 'maya.ortiz@example.com' },
          ]}
        />
      </Panel>
    );
  },
};

const names: readonly IllustrationName[] = ['homes', 'practice', 'inbox', 'done', 'connect', 'kite'];

export const Illustrations: Story = {
  render: () => (
    <FormRow>
      {names.map((name) => (
        <Illustration key={name} name={name} />
      ))}
    </FormRow>
  ),
};
