// Part that an area of the product adds to a text field of a form, such as a menu of words to insert at the cursor.
// Loaded when such a form is shown.

import { Suspense } from 'react';
import { INSERT } from 'src/client/fields/markdown/insertEvent.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { useClient } from 'src/client/useClient.ts';

/** Inserts the text at the cursor in a way that the form treats as typing. */
const insertInto = (id: string, text: string): void => {
  const box = document.getElementById(id);
  // The editor of formatted text takes it as an event (fields/markdown/fieldChips.ts).
  if (box?.isContentEditable) box.dispatchEvent(new CustomEvent(INSERT, { detail: text }));
  if (!(box instanceof HTMLInputElement) && !(box instanceof HTMLTextAreaElement)) return;
  const end = box.value.length;
  box.setRangeText(text, box.selectionStart ?? end, box.selectionEnd ?? end, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.focus();
};

interface FieldPartProps {
  /** Id of the input. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
}

export const FieldPart = ({ id, name, label }: FieldPartProps) => {
  const draft = useFormSession()?.model;
  const Part = useClient().domain.fieldParts?.[`${draft?.type ?? ''}.${name}`];
  if (!Part || !draft) return null;
  return (
    <Suspense fallback={null}>
      <Part id={id} label={label} draft={draft} insert={(text) => insertInto(id, text)} />
    </Suspense>
  );
};
