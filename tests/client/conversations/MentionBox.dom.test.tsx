import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { MentionBox } from 'src/client/conversations/MentionBox.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const thread = scriptedItem('Book-9', {});
const PEOPLE: Readonly<Record<string, string>> = { 'User-3': 'Ada Moor', 'User-4': 'Ben Stone' };

const Box = ({ mentioned }: { readonly mentioned: (id: string) => void }) => {
  const [text, setText] = useState('');
  return (
    <MentionBox
      thread={thread}
      label="Message"
      text={text}
      invalid={false}
      describedBy={undefined}
      focused
      onText={setText}
      onMention={(person, next) => {
        mentioned(person.$id);
        setText(next);
      }}
      onSend={() => {}}
    />
  );
};

/** Types a text, with the caret at its end. */
const type = (box: HTMLTextAreaElement, text: string): void => {
  fireEvent.change(box, { target: { value: text } });
  box.setSelectionRange(text.length, text.length);
  fireEvent.select(box);
};

it('[CONV-01] never names a person that other words have found', async () => {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  const { client } = createFormWorld({}, {
    operations: {
      'act/readersNamed': async (body: Json): Promise<Json> => {
        const { text } = body as { readonly text: string };
        asked.push(text);
        if (text !== 'A') await new Promise<void>((resolve) => held.push(resolve));
        const people = Object.entries(PEOPLE).filter(([, label]) => label.startsWith(text));
        return { people: people.map(([$id, label]) => ({ $id, label })) };
      },
    },
  } as never);
  const mentioned = vi.fn();
  render(
    <World client={client}>
      <Box mentioned={mentioned} />
    </World>,
  );
  const box = screen.getByRole<HTMLTextAreaElement>('textbox');
  type(box, '@A');
  await screen.findByRole('option', { name: 'Ada Moor' });
  type(box, '@Ben');
  expect(screen.queryByRole('option')).toBeNull();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(mentioned).not.toHaveBeenCalled();
  await waitFor(() => expect(asked).toContain('Ben'));
  held.forEach((release) => release());
  await screen.findByRole('option', { name: 'Ben Stone' });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(mentioned).toHaveBeenCalledWith('User-4');
  expect(box.value).toBe('@Ben Stone ');
});
