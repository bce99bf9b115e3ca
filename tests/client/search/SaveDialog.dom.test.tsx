import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SaveDialog } from 'src/client/search/SaveDialog.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

/** Opens the dialog of a saved search and returns what it saves. */
const open = (properties?: Readonly<Record<string, Json>>) => {
  const { client } = createFormWorld({});
  onTestFinished(() => client.dispose());
  const save = vi.fn();
  const item = properties && scriptedItem('SavedSearch-5', properties);
  render(
    <World client={client}>
      <SaveDialog title="Rename" item={item} proposed="" save={save} close={() => {}} />
    </World>,
  );
  return {
    name: screen.getByLabelText<HTMLInputElement>(/^Name/),
    submit: () => fireEvent.click(screen.getByText('Save')),
    fields: () => save.mock.calls[0]?.[0]?.fields,
    save,
  };
};

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const UNSHARED = { owner: null, $access: 'PRIVATE' };

it('[SRCH-04] sharing a search leaves its names as they are', () => {
  const { name, submit, fields } = open({ name: 'Poisson', nameT: { en: 'Fish' } });
  expect(name.value).toBe('Fish');
  submit();
  expect(fields()).toEqual(UNSHARED);
});

it('[SRCH-04] shares a search without a name, and stores no placeholder as its name', () => {
  const { name, submit, fields } = open({});
  expect(name.value).toBe('');
  submit();
  expect(fields()).toEqual(UNSHARED);
});

it('[SRCH-04] another name replaces only the one that was shown', () => {
  const { name, submit, fields } = open({ name: 'Poisson', nameT: { en: 'Fish' } });
  type(name, ' Salmon ');
  submit();
  expect(fields()).toEqual({ ...UNSHARED, nameT: { en: 'Salmon' } });
});

it('[SRCH-04] another name of a search that is not translated into the language of the reader replaces both', () => {
  const { name, submit, fields } = open({ name: 'Fish', nameT: { fr: 'Poisson' } });
  type(name, 'Salmon');
  submit();
  expect(fields()).toEqual({ ...UNSHARED, name: 'Salmon', nameT: { fr: 'Poisson', en: 'Salmon' } });
});

it('[SRCH-04] saves no new search without a name', () => {
  const { name, submit, fields, save } = open();
  submit();
  expect(save).not.toHaveBeenCalled();
  type(name, 'Fish');
  submit();
  expect(fields()).toEqual({ ...UNSHARED, name: 'Fish' });
});
