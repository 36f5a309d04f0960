import { expect, type Locator, type Page } from '@playwright/test';

/** A person's way of using the page. */
export interface Hands {
  /** Replaces the content of a text field. */
  fill: (field: Locator, text: string) => Promise<void>;
  /** Types into a card field in the provider's frame. */
  fillFrame: (field: Locator, text: string) => Promise<void>;
  press: (button: Locator) => Promise<void>;
  tick: (box: Locator) => Promise<void>;
  /** Chooses an option of a native select. */
  choose: (select: Locator, label: string) => Promise<void>;
}

/** Uses the mouse, and the keyboard only to type. */
export function mouse(): Hands {
  return {
    fill: async (field, text) => {
      await field.click();
      await field.fill(text);
    },
    fillFrame: async (field, text) => {
      await field.click();
      await field.fill('');
      await field.pressSequentially(text);
    },
    press: (button) => button.click(),
    tick: (box) => box.click(),
    choose: async (select, label) => {
      await select.selectOption({ label });
    },
  };
}

/** More Tab presses than any screen has controls. */
const tabLimit = 80;

/** Uses only the keyboard: Tab until the control has the focus, then the keys that a person would press. */
export function keyboard(page: Page): Hands {
  const reach = async (control: Locator) => {
    await expect(control).toBeVisible();
    for (let presses = 0; presses < tabLimit; presses++) {
      if (await control.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reaches ${String(control)}`);
  };
  const write = async (field: Locator, text: string) => {
    await reach(field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  return {
    fill: write,
    fillFrame: write,
    press: async (button) => {
      await reach(button);
      await page.keyboard.press('Enter');
    },
    tick: async (box) => {
      await reach(box);
      await page.keyboard.press('Space');
    },
    choose: async (select, label) => {
      await expect(select.locator('option', { hasText: label }).first()).toBeAttached(); // once the list is loaded
      await reach(select);
      // A closed select goes to the first option that begins with the typed text.
      await page.keyboard.type(label);
      await expect(select.locator('option:checked')).toHaveText(label);
    },
  };
}
