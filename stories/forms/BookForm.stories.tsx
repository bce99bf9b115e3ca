// The whole form of a toy book with every property kind: filled, invalid and disabled.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useRef } from 'react';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { createFormWorld, FULL_BOOK, World, WRONG_BOOK } from 'stories/forms/FormWorld.tsx';
import { waitForForm } from 'stories/forms/waitForForm.ts';

interface BookFormProps {
  readonly book: Readonly<Record<string, Json>> | undefined;
  readonly disabled?: boolean;
  /** Saves as soon as the form is rendered, so that its problems are shown. */
  readonly tried?: boolean;
}

const BookForm = ({ book, disabled = false, tried = false }: BookFormProps) => {
  const { client, draft } = useMemo(() => createFormWorld(book), [book]);
  const handle = useRef<FormHandle>(null);
  useEffect(() => (tried ? waitForForm(handle) : undefined), [tried]);
  return (
    <World client={client}>
      <ItemForm draft={draft} disabled={disabled} ref={handle} />
    </World>
  );
};

const meta: Meta<typeof BookForm> = {
  title: 'forms/Book',
  component: BookForm,
  parameters: {
    usage:
      'Use a declared form: fields in rows, rows in groups, groups in tabs. Not for a form in code: an item type and an endpoint have theirs from their schema. Accessibility: Each field has a label, and a problem is read with the field that it belongs to.',
  },
};
export default meta;

type Story = StoryObj<typeof BookForm>;

export const Filled: Story = { args: { book: FULL_BOOK } };
export const Wrong: Story = { args: { book: WRONG_BOOK, tried: true } };
export const Disabled: Story = { args: { book: FULL_BOOK, disabled: true } };
