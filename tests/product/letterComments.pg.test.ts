// Comments on passages of a letter: read by those who read the letter, never by the other party, and kept with their passage.
import { expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

const letters = useLetterWorld();
const ask = (...asked: Parameters<typeof letters.world.ask>) => letters.world.ask(...asked);

const comment = async (letter: ItemId, more = {}) =>
  ask(STAFF, 'create/Thread', {
    ...{ context: letter, subject: 'Which bridge?', quote: { path: 'body', exact: 'about the road' } },
    ...more,
  });

it('[CONS-02] [PERM-01] a comment on a passage of a letter is read inside, and the other party finds nothing of it', async () => {
  const letter = await letters.ready();
  const thread = String(okOf(await comment(letter))['$id']);
  okOf(await ask(STAFF, 'create/Message', { thread, body: 'canarybridge' }));
  const read = await operationsOf(() => letters.world).read(STAFF, thread);
  expect(read['quote']).toEqual({ path: 'body', exact: 'about the road' });
  expect(await ask(PROPONENT, `read/${thread}`, null)).not.toHaveProperty('ok.subject');
  expect(await letters.find(PROPONENT, { _t: ['Thread'], context: [letter] })).toEqual([]);
  expect(await letters.find(PROPONENT, { _t: ['Message'], thread: [thread] })).toEqual([]);
  // It stops no approval, and does not go out with the letter.
  okOf(await letters.move(STAFF, letter, 'approve'));
  await letters.send(letter);
  const sent = await letters.find(PROPONENT, { _t: ['Message'], text: ['canarybridge'] });
  expect(sent).toEqual([]);
});

it('[CONS-02] comments mention no one else, and their passage does not change', async () => {
  const letter = await letters.ready();
  const participants = [letters.world.idOf(PROPONENT)];
  expect(JSON.stringify(await comment(letter, { participants }))).toContain('errors.thread.inside');
  const thread = String(okOf(await comment(letter))['$id']);
  const { save } = operationsOf(() => letters.world);
  const moved = await save(STAFF, thread, { quote: { path: 'body', exact: 'another' } });
  expect(JSON.stringify(moved)).toContain('errors.thread.moved');
});

it('[WF-02] a preview shows the letter as it is typed, and keeps nothing of that', async () => {
  const letter = await letters.ready();
  const { key } = okOf(
    await letters.act(STAFF, 'previewLetter/async', letter, { format: 'docx', body: '# Typed\n\nnot saved' }),
  );
  await letters.world.runJobs();
  const result = await letters.world.get(STAFF, `/task-result/${String(key)}`);
  const files = readZip(Buffer.from(await result.arrayBuffer()));
  const text = files.find(({ name }) => name === 'word/document.xml')?.content.toString() ?? '';
  expect(text).toContain('not saved');
  expect((await letters.read(letter))['body']).not.toContain('not saved');
});
