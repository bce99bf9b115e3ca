// Chooses a value by its first letters, in fields that are not typed: a select, radio buttons, boxes to tick. Browsers do this only for a
// select, and only with letters that are pressed after it has the focus. Created by TableEditor.

import type { KeyboardEvent } from 'react';
import { foldText } from 'src/model/text/foldText.ts';

/** Letters after a longer pause begin a new word. */
const LETTER_PAUSE_MS = 1500;

const isLetter = ({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;

const isTick = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox');

const isChoiceControl = (target: EventTarget): target is HTMLSelectElement | HTMLInputElement =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && isTick(target) && target.getAttribute('role') !== 'switch');

const tickLabel = (input: HTMLInputElement): string => input.labels?.[0]?.textContent ?? '';

/** Sets the value of a select as if a person chose it. */
const setSelect = (select: HTMLSelectElement, value: string): void => {
  if (select.value === value) return;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};

export class LetterChoice {
  private word = '';
  private last = 0;
  /** Box that the letters have found; Enter ticks it. */
  private found: HTMLInputElement | undefined;

  /** Acts on a key in a field with choices. Returns false for a key that is not taken. */
  take(event: KeyboardEvent): boolean {
    const { target, key } = event;
    if (!isChoiceControl(target)) return false;
    const found = this.found;
    if (key === 'Enter' && found && !event.ctrlKey && !event.metaKey) {
      this.forget();
      if (!found.checked) found.click();
    } else if (isLetter(event) && (key !== ' ' || this.isWord())) this.type(target, key);
    else {
      if (key !== 'Shift') this.forget();
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Adds letters to the word, and chooses the first value that begins with it. */
  type(control: HTMLElement, letters: string): void {
    if (!isChoiceControl(control)) return;
    this.word = this.isWord() ? this.word + letters : letters;
    this.last = performance.now();
    const word = foldText(this.word.trim());
    const begins = (label: string): boolean => foldText(label.trim()).startsWith(word);
    if (word === '') return;
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find(
        ({ value, disabled, label }) => value !== '' && !disabled && begins(label),
      );
      if (option) setSelect(control, option.value);
      return;
    }
    const group = control.closest('[role=radiogroup], [role=group]');
    const inputs = [...(group?.querySelectorAll('input') ?? [])].filter((input) => isTick(input) && !input.disabled);
    const found = inputs.find((input) => begins(tickLabel(input)));
    if (!found) return;
    found.focus();
    if (found.type === 'radio') found.click();
    else this.found = found;
  }

  private isWord(): boolean {
    return this.word !== '' && performance.now() - this.last < LETTER_PAUSE_MS;
  }

  private forget(): void {
    this.word = '';
    this.found = undefined;
  }
}
