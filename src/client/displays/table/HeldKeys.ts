// Keys that are pressed while the editor of a cell opens or saves. They wait, and are pressed again in their order, so that everything that
// a person types without a pause goes into the right cells. Created by TableDisplay.

import type { KeyboardEvent } from 'react';

const MODIFIER_KEYS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock']);

const isTypedText = ({ key = '', ctrlKey, metaKey }: KeyboardEventInit): boolean =>
  key === 'Backspace' || ([...key].length === 1 && ctrlKey !== true && metaKey !== true);

const press = (target: Element | null, init: KeyboardEventInit): void =>
  void target?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));

export class HeldKeys {
  private keys: KeyboardEventInit[] = [];
  private holding = false;

  /** Makes the following keys wait. */
  hold(): void {
    this.holding = true;
  }

  /** Forgets the keys that wait. The following ones act at once. */
  drop(): void {
    this.keys = [];
    this.holding = false;
  }

  /** Keeps a key that has to wait. Returns false for a key that acts at once. Escape ends the waiting. */
  take(event: KeyboardEvent): boolean {
    if (!this.holding) return false;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key === 'Escape') this.drop();
    else if (!MODIFIER_KEYS.has(key)) this.keys.push({ key, ctrlKey, metaKey, shiftKey, altKey });
    if (key === 'Escape') return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Removes the text at the beginning of the keys and returns it. */
  takeText(): string {
    let text: readonly string[] = [];
    for (let next = this.keys[0]; next && isTypedText(next); next = this.keys[0]) {
      this.keys.shift();
      text = next.key === 'Backspace' ? text.slice(0, -1) : [...text, next.key ?? ''];
    }
    return text.join('');
  }

  /** Presses the next key at the target, unless it is text. Returns true if further keys wait for the same target. */
  pressNext(target: Element | null): boolean {
    const [next] = this.keys;
    if (next && isTypedText(next)) return true;
    this.keys.shift();
    this.holding = false;
    if (next) press(target, next);
    return this.keys.length > 0 && !this.holding;
  }

  /** Presses all keys again. A key that opens an editor makes those after it wait. */
  replay(): void {
    this.holding = false;
    for (const init of this.keys.splice(0)) press(document.activeElement, init);
  }
}
