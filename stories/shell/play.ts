// Steps that a story executes after it is rendered. Each step waits until the page is ready for it.

import type { AppWorldProps } from 'stories/shell/AppWorld.tsx';
import type { StoryObj } from '@storybook/react-vite';
import { userEvent } from 'storybook/test';

type Play = NonNullable<StoryObj<AppWorldProps>['play']>;

const GIVE_UP_MS = 60_000;

/** Repeats `look` until it returns a value, and returns that value. */
export const until = async <Seen>(look: () => Seen | null | undefined | false): Promise<Seen> => {
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    const seen = look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`never came: ${String(look)}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};

/** Presses a button of the page or of its dialogs. */
export const pressButton =
  (name: string | RegExp): Play =>
  async ({ canvas }) =>
    (await canvas.findByRole('button', { name }, { timeout: GIVE_UP_MS })).click();

const isShown = (selector: string) => () => document.querySelector<HTMLElement>(selector);

/** Presses keys once the menus of the page exist, then fills the box that they open. */
export const pressKeys =
  (keys: string, text = ''): Play =>
  async () => {
    await until(isShown('.kk-badged button[aria-haspopup]'));
    await userEvent.keyboard(keys);
    const dialog = await until(isShown('[role=dialog]'));
    if (text === '') return;
    await until(() => dialog.contains(document.activeElement));
    await userEvent.keyboard(text);
  };

/** Fills the named boxes of the form and submits it. */
export const fillAndSend =
  (values: Readonly<Record<string, string>>): Play =>
  async () => {
    const form = await until(isShown('form.kk-account'));
    for (const [name, value] of Object.entries(values))
      await userEvent.type(form.querySelector(`input[name="${name}"]`) ?? form, value);
    form.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
  };
