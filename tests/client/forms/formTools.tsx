// Helpers of form tests: open a form and act as a person would, by names, keys and clicks.

import { act, fireEvent, render, screen, within, type RenderResult } from '@testing-library/react';
import { createRef, type RefObject } from 'react';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { createFormWorld, World, type FormWorldClient } from 'stories/forms/FormWorld.tsx';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';

export interface OpenForm extends FormWorldClient {
  readonly handle: RefObject<FormHandle | null>;
  readonly page: RenderResult;
}

/** Opens the form of a book with these properties, of a new book when there are none. */
export const openForm = async (
  book?: Readonly<Record<string, Json>>,
  options: ScriptedClientOptions & { readonly disabled?: boolean } = {},
): Promise<OpenForm> => {
  const { disabled = false, ...rest } = options;
  const world = createFormWorld(book, rest);
  const handle = createRef<FormHandle>();
  const page = render(
    <World client={world.client}>
      <ItemForm draft={world.draft} disabled={disabled} ref={handle} />
    </World>,
  );
  await screen.findByRole('tab', { name: /main/i }, { timeout: 5000 });
  // Does the work of a page after its first paint; subscriptions exist from here on.
  await act(async () => {});
  return { ...world, handle, page };
};

export const type = (control: HTMLElement, value: string): void => {
  fireEvent.focus(control);
  fireEvent.change(control, { target: { value } });
};

export const leave = (control: HTMLElement): void => {
  fireEvent.blur(control);
};

export const fill = (control: HTMLElement, value: string): void => {
  type(control, value);
  leave(control);
};

export const field = (name: string | RegExp): HTMLElement => screen.getByLabelText(name);

/** The frame of a field, by the JSON pointer of its value. */
export const frame = (pointer: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-pointer="${pointer}"]`);
  if (!found) throw new Error(`no field ${pointer}`);
  return found;
};

export const inFrame = (pointer: string) => within(frame(pointer));

/** Two frames: tabs mount, then focus moves. */
export const settle = async (): Promise<void> => {
  await act(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
};
