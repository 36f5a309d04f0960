import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { waitText } from '@widget/flow/wait.js';
import { Broken } from '@widget/shell/plain.js';
import { Frame } from '../fixtures/Frame.js';
import { flowStory, opened, patience } from '../fixtures/flow.js';
import { address, parent } from '@fake/people.js';
import { registrationAt } from '@fake/registration.js';
import { otherThan, shownIn, word } from '../fixtures/words.js';

/** The parts around every screen, and the messages above it. Real screens, against the story's own server. */
const meta = { title: 'Journey/15 Around the flow', ...flowStory() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** Finds a message above the screen: its chunk loads before the screen or after it. */
const expectText = (canvasElement: HTMLElement, text: string) => within(canvasElement).findByText(text, undefined, patience);

/** Log In and the language at the head; terms, privacy, help and contact at the foot. */
export const HeaderAndFooter: Story = {
  tags: ['header', 'footer'],
  ...flowStory(() => ({ start: 'chooser' })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'chooser_title'));
    const canvas = within(canvasElement);
    for (const code of ['header_login', 'footer_terms', 'footer_privacy', 'footer_help', 'footer_contact']) {
      await expect(canvas.getByRole('link', { name: new RegExp(`^${word(globals, code)}`) })).toBeVisible();
    }
    await expect(canvas.getByLabelText(word(globals, 'header_language'))).toBeVisible();
  },
};

/** The language changes in the middle of a step, and the input stays. */
export const LanguageChanged: Story = {
  tags: ['header'],
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_first_name') }), 'Maya');
    const other = otherThan(shownIn(globals));
    await userEvent.selectOptions(canvas.getByLabelText(word(globals, 'header_language')), other);
    await opened(canvasElement, word({ locale: other }, 'parent_title'));
    await expect(canvas.getByDisplayValue('Maya')).toBeVisible();
  },
};

/** A partner's link shows the discount of cards and order, whatever the link promises. */
export const SaveNowBanner: Story = {
  ...flowStory(() => ({ session: { discount: { referrer: 'familylaw', percentage: 50 } } })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'savenow_text', { percentage: 20 }), undefined, patience);
  },
};

/** A link with an unknown referrer promises nothing. */
export const UnknownReferrer: Story = {
  ...flowStory(() => ({ session: { discount: { referrer: 'nobody', percentage: 50 } } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    await expect(within(canvasElement).queryByText(word(globals, 'savenow_text', { percentage: 50 }))).toBeNull();
  },
};

/** The server has lost the sign-up: the first step, with the reason. The message can be kept open. */
export const SessionExpired: Story = {
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world), failing: { '/v1/signups/': 410 } } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    await expectText(canvasElement, word(globals, 'notice_session_expired'));
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'alert_pause') }));
  },
};

export const SessionLost: Story = {
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world), failing: { '/v1/signups/': 404 } } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    await expectText(canvasElement, word(globals, 'notice_session_lost'));
  },
};

/** From the second step on, a link to the parent's own address continues the sign-up on another device. */
export const GoOnElsewhere: Story = {
  ...flowStory((world) => ({ path: '/step2', server: { registration: registrationAt('package', world) } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'family_title'));
    await userEvent.click(await within(canvasElement).findByRole('button', { name: word(globals, 'link_send') }, patience));
    await within(canvasElement).findByText(word(globals, 'elsewhere_sent', { email: parent.email }), undefined, patience);
  },
};

/** Too many links in an hour. */
export const TooManyLinksElsewhere: Story = {
  ...flowStory((world) => ({
    path: '/step2',
    server: {
      registration: registrationAt('package', world),
      failing: { 'POST /v1/signups': { status: 429, code: 'too_many_tries', retryAfter: 1500 } },
    },
  })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'family_title'));
    await userEvent.click(await within(canvasElement).findByRole('button', { name: word(globals, 'link_send') }, patience));
    const wait = waitText(1500, shownIn(globals));
    await expect(await within(canvasElement).findByRole('alert', undefined, patience)).toHaveTextContent(word(globals, 'elsewhere_wait', { wait }));
  },
};

/** The link was opened on another device: the same step, with the earlier input. */
export const Resumed: Story = {
  ...flowStory((world) => ({ session: { notice: 'resumed' }, server: { registration: registrationAt('package', world) } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'packages_title'));
    await expectText(canvasElement, word(globals, 'notice_resumed'));
  },
};

/** The link has expired. */
export const ResumeLinkEnded: Story = {
  ...flowStory(() => ({ session: { notice: 'link_ended' } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    await expectText(canvasElement, word(globals, 'notice_link_ended'));
  },
};

/** No price could be loaded: back at the packages, with the reason. */
export const PricingFailed: Story = {
  ...flowStory((world) => ({ server: { registration: registrationAt('payment', world), failing: { '/v1/pricing': 503 } } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'packages_title'));
    await expectText(canvasElement, word(globals, 'notice_pricing_failed'));
  },
};

/** A look-up fails: the generic toast, with a retry. */
export const ErrorToast: Story = {
  ...flowStory((world) => ({ server: { registration: registrationAt('package', world), failing: { '/v1/packages': 500 } } })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByRole('alert', undefined, patience);
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent(word(globals, 'genericErrorMessage'));
    await expect(within(canvasElement).getByRole('button', { name: word(globals, 'try_again') })).toBeVisible();
  },
};

/** The packages are loading. */
export const PackagesLoading: Story = {
  ...flowStory((world) => ({ server: { registration: registrationAt('package', world), slow: ['/v1/packages'] } })),
  async play({ canvasElement, globals }) {
    await within(canvasElement).findByText(word(globals, 'packages_loading'), undefined, patience);
  },
};

/** Continue without a network: a message, and the input stays. */
export const OfflineOnContinue: Story = {
  ...flowStory(() => ({ server: { offline: ['/v1/signups'] } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_first_name') }), 'Maya');
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_last_name') }), 'Ortiz');
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_email') }), 'maya.ortiz@example.com');
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_phone') }), '2065550142');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await canvas.findByText(word(globals, 'offline_message'), undefined, patience);
    await expect(canvas.getByDisplayValue('maya.ortiz@example.com')).toBeVisible();
  },
};

/** Many people sign up at the same time, so the server is too busy for this call. The message explains that the call is repeated until it succeeds. */
export const WaitingForATurn: Story = {
  ...flowStory((world) => ({
    server: {
      registration: registrationAt('package', world),
      failing: { '/v1/packages': { status: 503, code: 'server_overloaded', retryAfter: 30 } },
    },
  })),
  async play({ canvasElement, globals }) {
    await expect(await within(canvasElement).findByText(word(globals, 'busy_message'), undefined, patience)).toBeVisible();
  },
};

/** A sign-up can't be created: the generic toast, and the input stays. */
export const ServerErrorOnContinue: Story = {
  ...flowStory(() => ({ server: { failing: { '/v1/signups': 500 } } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'parent_title'));
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_first_name') }), 'Maya');
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_last_name') }), 'Ortiz');
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_email') }), 'maya.ortiz@example.com');
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'field_phone') }), '2065550142');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(await canvas.findByRole('alert', undefined, patience)).toHaveTextContent(word(globals, 'genericErrorMessage'));
    await expect(canvas.getByDisplayValue('maya.ortiz@example.com')).toBeVisible();
  },
};

/** Saving billing fails at the server: a message in the form, and the input stays. */
export const ServerErrorOnBilling: Story = {
  ...flowStory((world) => ({
    server: {
      registration: registrationAt('payment', world, { address, referral: { selection: 'SEARCH_ENGINE' } }),
      failing: { 'PUT /v1/signups': 500 },
    },
  })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'billing_title'));
    const canvas = within(canvasElement);
    const next = await canvas.findByRole('button', { name: word(globals, 'billing_continue') }, patience);
    await waitFor(() => expect(canvas.getByRole('textbox', { name: word(globals, 'billing_city') })).toHaveValue(address.city), patience);
    await userEvent.click(next);
    await canvas.findByText(word(globals, 'billing_failed'), undefined, patience);
    await expect(canvas.getByRole('textbox', { name: word(globals, 'billing_city') })).toHaveValue(address.city);
  },
};

/** No package on sale fits any more: the packages were reloaded, and the reason is shown. */
export const PackagesChanged: Story = {
  ...flowStory((world) => ({ session: { notice: 'packages_changed' }, server: { registration: registrationAt('package', world) } })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'packages_title'));
    await expectText(canvasElement, word(globals, 'notice_packages_changed'));
  },
};

/** The code of a step couldn't be loaded, even by a retry: the input is kept. */
export const ScreenNotLoaded: Story = {
  parameters: { frame: 'screen' },
  render: () => (
    <Frame>
      <Broken isStuck={false} onRetry={() => undefined} />
    </Frame>
  ),
};

/** It failed to load again: the page itself can be reloaded. */
export const ScreenStillNotLoaded: Story = {
  parameters: { frame: 'screen' },
  render: () => (
    <Frame>
      <Broken isStuck onRetry={() => undefined} />
    </Frame>
  ),
};

/** An unknown path below /app/join. */
export const NoSuchScreen: Story = {
  ...flowStory(() => ({ path: '/nowhere' })),
  async play({ canvasElement, globals }) {
    await opened(canvasElement, word(globals, 'missing_title'));
  },
};

/** Not even the start-up data could be loaded. */
export const ServerAway: Story = {
  ...flowStory(() => ({ server: { offline: ['/v1'] } })),
  async play({ canvasElement }) {
    await within(canvasElement).findByRole('button', { name: /Try again|Intentar de nuevo/ }, patience);
  },
};

export const OnAPhone: Story = {
  ...SaveNowBanner,
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
