import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { children, coParent } from '@fake/people.js';
import { registrationAt } from '@fake/registration.js';
import type { Behavior } from '@fake/server.js';
import type { FamilyValues } from '@widget/screens/signup/family/values.js';
import { flowStory, onScreen } from '../fixtures/flow.js';

const family: FamilyValues = { coParent: { ...coParent }, knowsCoParentEmail: true, children: [...children] };

/** Step 1 is done; `values` are typed, but not sent yet. */
const at = (values?: FamilyValues, server: Behavior = {}, isSlow = false) =>
  flowStory((world) => ({
    session: values ? { drafts: { family: values } } : {},
    server: { registration: registrationAt('family', world), ...server },
    isSlow,
  }));

const meta = { title: 'Journey/04 Co-parent and children', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const calls = 'PUT /v1/signups';

/** A story of a running call: the button shows it, and a second press has no effect. */
const busy = (isSlow = false): Story => ({
  ...at(family, { slow: [calls] }, isSlow),
  async play(context) {
    const { keepsBusy } = await onScreen(context, 'family_title');
    await keepsBusy('continue', { call: calls, isSlow });
  },
});

export const Empty: Story = {};

export const Filled: Story = {
  ...at(family),
  async play(context) {
    const { canvas } = await onScreen(context, 'family_title');
    await expect(canvas.getByDisplayValue(family.coParent.email)).toBeVisible();
  },
};

/** Without a known email the phone is required; typing an email unticks the box again. */
export const EmailNotKnown: Story = {
  ...at({ ...family, coParent: { ...family.coParent, phoneNumber: '' } }),
  async play(context) {
    const { canvas, t, field } = await onScreen(context, 'family_title');
    const box = canvas.getByRole('checkbox', { name: t('family_no_email') });
    await userEvent.click(box);
    await expect(box).toBeChecked();
    await expect(await field('field_phone')).toHaveAttribute('aria-required', 'true');
    await userEvent.type(canvas.getAllByRole('textbox', { name: t('family_email_optional') })[0] as HTMLElement, 'd');
    await expect(box).not.toBeChecked();
  },
};

export const WithErrors: Story = {
  ...at({
    ...family,
    coParent: { ...family.coParent, firstName: '', email: 'maya.ortiz@example.com' },
    children: [
      { firstName: 'Lucía', lastName: '', email: '' },
      { firstName: 'Mateo', lastName: 'Ortiz', email: '' },
    ],
  }),
  async play(context) {
    const { canvas, t, press, field } = await onScreen(context, 'family_title');
    await press('continue');
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 3 }) })).toHaveFocus();
    const email = await field('field_email');
    await expect(email).toHaveAccessibleDescription(t('coparent_email_same'));
    await userEvent.click(canvas.getByRole('link', { name: `${t('field_email')}: ${t('coparent_email_same')}` }));
    await expect(email).toHaveFocus();
    await expect(canvas.getByRole('link', { name: `${t('children_first')}, ${t('field_last_name')}: ${t('field_required')}` })).toBeVisible();
  },
};

/** After a failed Continue, the checkbox starts a new check, and the page scrolls to the summary at the top. */
export const CheckedAgain: Story = {
  ...at({ ...family, coParent: { ...family.coParent, firstName: '', phoneNumber: '' } }),
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'family_title');
    await press('continue');
    const summary = canvas.getByRole('group', { name: t('summary_title', { count: 1 }) });
    const box = canvas.getByRole('checkbox', { name: t('family_no_email') });
    box.scrollIntoView();
    await userEvent.click(box);
    await waitFor(() => expect(summary.getBoundingClientRect().top).toBeGreaterThanOrEqual(0));
    // The phone has only just become required: its error appears with the next Continue.
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 1 }) })).toBe(summary);
    await press('continue');
    await expect(await canvas.findByRole('group', { name: t('summary_title', { count: 2 }) })).toBe(summary);
  },
};

/** The server's own faults appear at their fields. */
export const ErrorsOfTheServer: Story = {
  ...at(
    {
      ...family,
      coParent: { ...family.coParent, phoneNumber: '2065550143' },
      children: [
        { firstName: 'Lucía', lastName: 'Ortiz', email: '' },
        { firstName: 'Mateo', lastName: 'Ortiz', email: 'kids@example.com' },
      ],
    },
    {
      failing: {
        'PUT /v1/signups': {
          status: 409,
          validationErrors: [{ field: 'children[1].email', code: 'child_email_used', text: 'This email is already used for another child' }],
        },
      },
    },
  ),
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'family_title');
    await press('continue');
    const second = within(canvas.getByRole('group', { name: t('children_nth', { number: 2 }) }));
    await waitFor(() => expect(second.getByRole('textbox', { name: t('family_email_optional') })).toHaveAttribute('aria-invalid', 'true'));
  },
};

/** A new child takes the focus. */
export const ChildAdded: Story = {
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'family_title');
    await press('children_add');
    const second = within(canvas.getByRole('group', { name: t('children_nth', { number: 2 }) }));
    await expect(second.getByRole('textbox', { name: t('field_first_name') })).toHaveFocus();
  },
};

const likely = { status: 409, validationErrors: [{ field: 'duplicateWarning', code: 'coparent_duplicate_likely', text: '' }] };

export const LikelyDuplicate: Story = {
  ...at(family, { failing: { 'PUT /v1/signups': likely } }),
  async play(context) {
    const { press, shows } = await onScreen(context, 'family_title');
    await press('continue');
    await shows('family_warning_title');
  },
};

export const Busy: Story = busy();

export const Slow: Story = busy(true);

export const Offline: Story = {
  ...at(family, { offline: ['PUT /v1/signups'] }),
  async play(context) {
    const { press, shows } = await onScreen(context, 'family_title');
    await press('continue');
    await shows('offline_message');
  },
};

export const LongNames: Story = at({
  ...family,
  coParent: { ...family.coParent, firstName: 'Maximiliano-Alejandr', lastName: 'Fernández-Villanueva' },
  children: [{ firstName: 'Lucía-Guadalupe-Inés', lastName: 'Ortiz-de-Villanueva', email: 'lucia.guadalupe.ines.ortiz@correo.example.com' }],
});

export const OnAPhone: Story = {
  ...at(family),
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
