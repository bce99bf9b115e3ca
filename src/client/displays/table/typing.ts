// Typing in the editor of a cell: puts the focus and the first keys into the control of the field, and makes the field take its text
// before a save. Used by TableEditor.

import type { HeldKeys } from 'src/client/displays/table/HeldKeys.ts';
import type { LetterChoice } from 'src/client/displays/table/LetterChoice.ts';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (control: Element | null): control is TextBox =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['checkbox', 'radio', 'color'].includes(control.type));

/** Puts a text into a control as if a person typed it. */
const typeInto = (control: TextBox, text: string): void => {
  const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Inserts a text at the cursor of an editor of formatted text. */
const insertText = (text: string): void => {
  // oxlint-disable-next-line typescript/no-deprecated -- the only way by which an editor takes a text like a typed one
  document.execCommand('insertText', false, text);
};

export const afterFrame = (): Promise<void> => new Promise((resolve) => void requestAnimationFrame(() => resolve()));

/** The controls of values, the best one for typing first. Buttons that remove or move a value are none. */
const VALUE_CONTROLS = [
  'input:not([type=checkbox], [type=radio], [type=color], [type=hidden], :disabled), textarea:not(:disabled)',
  '[contenteditable="true"]',
  'select:not(:disabled)',
  '[type=radio]:checked:not(:disabled)',
  'input:not([type=hidden], :disabled)',
];

/** Some parts of a field load after the form. */
const CONTROL_TIMEOUT_MS = 3000;

const findControl = async (box: HTMLElement): Promise<HTMLElement | undefined> => {
  for (const end = performance.now() + CONTROL_TIMEOUT_MS; box.isConnected && performance.now() < end;) {
    for (const selector of VALUE_CONTROLS) {
      const control = box.querySelector<HTMLElement>(`.kf-field :is(${selector})`);
      if (control) return control;
    }
    // oxlint-disable-next-line no-await-in-loop -- waits for the control
    await afterFrame();
  }
  return box.querySelector<HTMLElement>('.kf-field :is(button, [tabindex="0"])') ?? undefined;
};

/**
 * Returns the control for typing into a list of texts, where a typed text becomes a new entry and keeps the others. Undefined for a field
 * without such a list.
 */
const findEntry = async (box: HTMLElement, isNew: boolean): Promise<HTMLElement | undefined> => {
  const list = box.querySelector('.kf-list');
  const add = list?.querySelector<HTMLElement>(':scope > .kf-add');
  const lastOf = (): HTMLElement | null | undefined =>
    list?.querySelector(':scope > .kf-entries > :last-child')?.querySelector<HTMLElement>('input, select, textarea');
  if (!list) return undefined;
  if (add && (isNew || !lastOf())) {
    add.click();
    await afterFrame();
  }
  return lastOf() ?? undefined;
};

/** Puts the focus on the control of the field. The value of a single text is selected. */
const enterField = async (box: HTMLElement, isNew: boolean): Promise<HTMLElement | undefined> => {
  const entry = await findEntry(box, isNew);
  const control = entry ?? (await findControl(box));
  control?.focus();
  if (control && isTextControl(control) && !entry) control.select();
  return control;
};

/** Starts typing in the field: with the keys pressed so far, which replace the value or add one of several, or with the value selected. */
export const beginTyping = async (box: HTMLElement, keys: HeldKeys, letters: LetterChoice): Promise<void> => {
  keys.hold();
  let more = keys.takeText();
  let text = '';
  const control = await enterField(box, more !== '');
  for (;;) {
    keys.hold();
    more += keys.takeText();
    text += more;
    if (control && more !== '') {
      if (isTextControl(control)) typeInto(control, text);
      else if (control.isContentEditable) insertText(more);
      else letters.type(control, more);
    }
    more = '';
    // The form takes the text before the next key.
    // oxlint-disable-next-line no-await-in-loop -- the keys act one after the other
    await afterFrame();
    if (!box.isConnected || !keys.pressNext(control ?? box)) return;
  }
};

/**
 * Makes the field take what was typed, as it does when the focus leaves it. A highlighted suggestion is chosen,
 * and an empty entry of a list is removed. Resolves to false where
 * the field says that its value is wrong.
 */
export const takeTyped = async (box: HTMLElement | null): Promise<boolean> => {
  const { activeElement: control } = document;
  if (!box || !isTextControl(control) || !box.contains(control)) return true;
  const suggestion = document.getElementById(control.getAttribute('aria-activedescendant') ?? '');
  const line = control.value === '' ? control.closest('.kf-entry-line') : null;
  if (suggestion) suggestion.click();
  else if (line) line.querySelector<HTMLElement>('[data-act=remove] button')?.click();
  else control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await afterFrame();
  return !control.isConnected || control.getAttribute('aria-invalid') !== 'true';
};
