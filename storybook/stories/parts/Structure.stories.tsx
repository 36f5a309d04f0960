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
import { useSay } from '../fixtures/Held.js';

const meta = { title: 'Parts/Structure' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const HeaderAndFooter: Story = {
  parameters: { frame: 'screen' },
  render: () => {
    const say = useSay();
    const [language, setLanguage] = useState('en');
    return (
      <>
        <Header
          name="Cojoin"
          homeHref="#home"
          loginLabel={say('Log In', 'Iniciar sesión')}
          loginHref="#login"
          languageLabel={say('Language', 'Idioma')}
          language={language}
          languages={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
          onLanguageChange={setLanguage}
        />
        <Footer
          newTabLabel={say('(opens in a new tab)', '(se abre en otra pestaña)')}
          links={[
            { id: 'terms', label: say('Terms & Conditions', 'Términos y condiciones'), href: '#terms' },
            { id: 'privacy', label: say('Privacy Policy', 'Política de privacidad'), href: '#privacy' },
            { id: 'help', label: say('Help', 'Ayuda'), href: '#help' },
            { id: 'contact', label: say('Contact', 'Contacto'), href: '#contact' },
          ]}
        />
      </>
    );
  },
};

export const PageTakesFocus: Story = {
  parameters: { frame: 'screen' },
  render: () => {
    const say = useSay();
    return (
      <Page
        heading={say('Invite your co-parent', 'Invite al otro progenitor')}
        subtitle={say(
          "Provide your co-parent's email address to get connected faster.",
          'Indique el correo del otro progenitor para conectarse más rápido.',
        )}
        headingTakesFocus
        top={
          <LinkButton icon="back" href="#back">
            {say('Back', 'Atrás')}
          </LinkButton>
        }
      >
        <Button>{say('Continue', 'Continuar')}</Button>
      </Page>
    );
  },
  async play({ canvasElement, globals }) {
    await expect(
      within(canvasElement).getByRole('heading', {
        level: 1,
        name: globals['locale'] === 'es' ? 'Invite al otro progenitor' : 'Invite your co-parent',
      }),
    ).toHaveFocus();
  },
};

export const Choices: Story = {
  render: () => {
    const say = useSay();
    return (
      <ChoiceCards>
        <ChoiceCard
          label={say('For Parents', 'Para padres y madres')}
          description={say('Coordinate time, money and messages for your children.', 'Coordine el tiempo, los gastos y los mensajes de sus hijos.')}
          picture={<Illustration name="homes" />}
          onPress={() => undefined}
        />
        <ChoiceCard
          label={say('For Professionals', 'Para profesionales')}
          description={say('Follow your cases and invite families.', 'Siga sus casos e invite a las familias.')}
          picture={<Illustration name="practice" />}
          onPress={() => undefined}
        />
      </ChoiceCards>
    );
  },
};

export const Children: Story = {
  render: () => {
    const say = useSay();
    const remove = say('Remove', 'Quitar');
    return (
      <>
        {['', ' 2'].map((number) => {
          const title = `${say('Child', 'Hijo o hija')}${number}`;
          return (
            <ChildCard key={number} title={title} removeLabel={remove} removeAccessibleLabel={`${remove} ${title}`} onRemove={() => undefined}>
              <FormRow>
                <TextField
                  label={say('First Name', 'Nombre')}
                  name={`children${number}.firstName`}
                  autoComplete="off"
                  value=""
                  onChange={() => undefined}
                />
                <TextField
                  label={say('Last Name', 'Apellido')}
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
    const say = useSay();
    return (
      <Panel heading={say('Billing', 'Facturación')} aside={<LinkButton onPress={() => undefined}>{say('Change', 'Cambiar')}</LinkButton>}>
        <DetailList
          details={[
            { id: 'name', label: say('Name', 'Nombre'), value: 'Maya Ortiz' },
            { id: 'address', label: say('Address', 'Dirección'), value: '1200 SW Main Street, Portland, Oregon 97205' },
            { id: 'email', label: say('Email', 'Correo electrónico'), value: 'maya.ortiz@example.com' },
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
