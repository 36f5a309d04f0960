// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Option } from '../../client/types.js';
import { useStepForm } from '../../form/form.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { SecurityFields } from './SecurityFields.js';

const i18n = await createI18n('en', ['frame', 'step', 'order', 'invite']);
const pet = 'What was your first pet called?';
const suggestions: readonly Option[] = [
  { value: 'PET', label: pet },
  { value: 'CITY', label: 'In which city were you born?' },
];
const none = () => [];
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

function Kept({ question, questions }: { question: string; questions: readonly Option[] }) {
  const values = { securityQuestion: question, securityAnswer: '', securityCode: '', confirmCode: '' };
  const form = useStepForm({ values, check: none, isBusy: false, onSubmit: none });
  return createElement(SecurityFields, { form, questions });
}

/** Renders the list and the field for a question of the user's own, and returns the content of both. */
function draw(question: string, questions: readonly Option[]) {
  act(() => root.render(createElement(SpokenContext, { value: i18n }, createElement(Kept, { question, questions }))));
  const own = place.querySelector<HTMLInputElement>('input[name="securityQuestion"]');
  return { chosen: place.querySelector('select')?.value, own: own?.value };
}

test('a kept question is chosen in the list where it is suggested, though the suggestions come later; any other is one’s own', () => {
  draw(pet, []);
  expect(draw(pet, suggestions)).toEqual({ chosen: 'PET', own: undefined });
  act(() => root.render(null));
  expect(draw('Who taught me chess?', suggestions)).toEqual({ chosen: 'OWN', own: 'Who taught me chess?' });
  act(() => root.render(null));
  expect(draw('', suggestions)).toEqual({ chosen: '', own: undefined });
});
