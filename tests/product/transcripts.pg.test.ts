// Transcripts of interviews on the product's own types: a file is looked at, its passages become records with rights of their own, and they
// leave as a file through the rights of each reader.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';
import { eafText } from 'tests/server/transcripts/eafText.ts';

const KEEPER = 'capability holder';

let world: ProductWorld;
let respondent: ItemId;

const make = async (type: string, body: Body, actor = KEEPER): Promise<ItemId> =>
  String(okOf(await world.ask(actor, `create/${type}`, body))['$id']);
const newInterview = (title: string): Promise<ItemId> => make('ResearchActivity', { title, owner: world.own });
const target = (id: ItemId): Body => ({ _t: 'ResearchActivity', _i: Number(id.split('-')[1]) });
const upload = async (name: string, content: string, actor = KEEPER): Promise<string> =>
  (await uploadTo(world, { actor, name, content })).replace('upload:', '');

/** Runs the import, and returns the key of its task. */
const importInto = async (interview: ItemId, input: Body, actor = KEEPER): Promise<string> => {
  const { key } = okOf(await world.ask(actor, 'act/importTranscript/async', { ...target(interview), ...input }));
  await world.runJobs();
  return String(key);
};
const taskOf = async (key: string): Promise<Body> => {
  const { ids } = okOf(await world.ask('administrator', 'search/ids', { must: { _t: ['Task'], key: [key] } }));
  return okOf(await world.ask('administrator', `read/${String((ids as Json[])[0])}`));
};
const passagesOf = async (interview: ItemId, actor = KEEPER): Promise<readonly Body[]> => {
  const must = { _t: ['ResearchPassage'], activity: [interview] };
  const sort = [{ key: 'start', order: 'asc' }];
  const found = okOf(await world.ask(actor, 'search/ids', { must, sort, max: 100 }));
  const items: Body[] = [];
  for (const id of found['ids'] as string[]) items.push(okOf(await world.ask(actor, `read/${id}`)));
  return items;
};
const exportOf = async (interview: ItemId, actor: string, input: Body): Promise<Body> =>
  okOf(await world.ask(actor, 'act/exportTranscript', { ...target(interview), ...input }));

beforeAll(async () => {
  world = await openProductWorld();
  const more = { firstName: 'Ada', lastName: 'Fern' };
  respondent = await world.newItem({ type: 'CommunityMember', level: 'PROTECTED', mark: 'Ada', more });
});
afterAll(() => world.stop());

const TALK = eafText([
  {
    name: 'AF',
    attributes: 'PARTICIPANT="Ada Fern"',
    annotations: [
      [1000, 2500, 'Tsaamen'],
      [3000, 4250, 'By the weir'],
    ],
  },
  { name: 'AF translation', of: 'AF', annotations: [[1, undefined, 'The people of the meadow']] },
  { name: 'gloss', of: 'AF', annotations: [[2, undefined, 'near trap']] },
  {
    name: 'Interviewer',
    annotations: [
      [2000, 2800, 'Where was it?'],
      [9000, 8000, 'backwards'],
    ],
  },
]);

describe('[RES-01] a transcript of ELAN', () => {
  it('is shown before anything is written', async () => {
    const interview = await newInterview('Shown first');
    const key = await upload('talk.eaf', TALK);
    const preview = okOf(await world.ask(KEEPER, 'act/previewTranscript', { ...target(interview), upload: key }));
    expect(preview).toMatchObject({
      ...{ name: 'talk.eaf', format: 'EAF', media: 'kettle-lake.wav', count: 3, refusedCount: 1 },
      speakers: [
        { name: 'AF', participant: 'Ada Fern', count: 2 },
        { name: 'Interviewer', count: 1 },
      ],
      furtherTiers: [
        { name: 'AF translation', role: 'translation' },
        { name: 'gloss', role: 'annotation' },
      ],
      refused: [{ text: 'backwards', message: 'transcript.reversedTime' }],
    });
    expect(await passagesOf(interview)).toEqual([]);
  });

  it('becomes passages of the interview, with the file, the recording and the respondent; refused ones are in a table', async () => {
    const interview = await newInterview('With a recording');
    const recording = await world.attach(interview, { originalName: 'kettle-lake.wav', bytes: Buffer.from('RIFF') });
    await world.change(interview, { attachments: [recording] });
    const speakers = [{ name: 'AF', respondent }];
    const key = await importInto(interview, { upload: await upload('talk.eaf', TALK), recording, speakers });
    expect(await taskOf(key)).toMatchObject({
      ...{ state: 'DONE', done: 4, total: 4, undoable: true },
      counts: { changed: 3, refused: 1 },
    });
    const passages = await passagesOf(interview);
    expect(passages).toMatchObject([
      {
        ...{ start: 1, end: 2.5, time: '0:01', words: 'Tsaamen', translation: 'The people of the meadow' },
        ...{ speaker: 'AF', respondent, recording, owner: world.own, access: 'PROTECTED' },
        $label: '0:01 Tsaamen',
      },
      { start: 2, speaker: 'Interviewer', words: 'Where was it?' },
      { start: 3, annotations: [{ tier: 'gloss', text: 'near trap' }] },
    ]);
    expect(passages[1]).not.toHaveProperty('respondent');
    const { attachments } = okOf(await world.ask(KEEPER, `read/${interview}`));
    expect(attachments).toHaveLength(2);
    const table = await (await world.get(KEEPER, `/task-result/${key}`)).text();
    expect(table).toContain('Line,Speaker,Text,Why it was refused');
    expect(table).toContain('Interviewer,backwards,This passage ends before it begins.');
  });

  it('leaves as ELAN and as WebVTT with its tiers, times and texts', async () => {
    const interview = await newInterview('There and back');
    await importInto(interview, { upload: await upload('talk.eaf', TALK), speakers: [{ name: 'AF', respondent }] });
    const { content, name } = await exportOf(interview, KEEPER, { format: 'eaf' });
    expect(name).toBe('There and back.eaf');
    expect(content).toContain('TIER_ID="AF" LINGUISTIC_TYPE_REF="speech" PARTICIPANT="Ada Fern"');
    const again = await newInterview('Back again');
    await importInto(again, { upload: await upload('back.eaf', String(content)) });
    const withoutIds = (passages: readonly Body[]): readonly Body[] =>
      passages.map(({ start, end, words, translation = '', speaker, annotations = [] }) => ({
        ...{ start, end, words, translation, speaker, annotations },
      })) as readonly Body[];
    expect(withoutIds(await passagesOf(again))).toEqual(withoutIds(await passagesOf(interview)));
    const vtt = await exportOf(interview, KEEPER, { format: 'vtt' });
    expect(vtt['content']).toContain('00:00:03.000 --> 00:00:04.250\n<v AF>By the weir\n');
    const translation = await exportOf(interview, KEEPER, { format: 'vtt', words: 'translation' });
    expect(translation['content']).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<v AF>The people of the meadow\n\n');
  });

  it('is taken back as a whole, without passages that were changed since', async () => {
    const interview = await newInterview('Taken back');
    const taskKey = await importInto(interview, { upload: await upload('talk.eaf', TALK) });
    const [first] = await passagesOf(interview);
    okOf(await world.ask(KEEPER, 'update', { $id: String(first?.['$id']), _u: 1, translation: 'Corrected' }));
    okOf(await world.ask(KEEPER, 'act/undoMany/async', { taskKey }));
    await world.runJobs();
    expect(await passagesOf(interview)).toMatchObject([{ translation: 'Corrected' }]);
  });
});

describe('[RES-01] WebVTT and SubRip', () => {
  it('are added with their bad times refused one by one', async () => {
    const interview = await newInterview('Bad times');
    const vtt =
      'WEBVTT\n\n-00:01.000 --> 00:02.000\nbefore\n\n00:05.000 --> 00:06.000\ngood\n\n00:50.000 --> 01:10.000\nafter\n';
    const key = await importInto(interview, { upload: await upload('talk.vtt', vtt), length: 60 });
    expect(await taskOf(key)).toMatchObject({ counts: { changed: 1, refused: 2 } });
    const srt = '1\n00:00:07,000 --> 00:00:08,000\nalso good\n';
    await importInto(interview, { upload: await upload('talk.srt', srt), access: 'COMMUNITY' });
    expect(await passagesOf(interview)).toMatchObject([
      { words: 'good', access: 'PROTECTED' },
      { words: 'also good', access: 'COMMUNITY' },
    ]);
  });

  it('are refused as a whole when they are no transcript, or the recording belongs to another interview', async () => {
    const interview = await newInterview('Refused');
    const begin = async (input: Body): Promise<Json> =>
      (await world.ask(KEEPER, 'act/importTranscript/async', { ...target(interview), ...input })) as unknown as Json;
    const invalid = (path: string, message: string): object => ({
      refused: 'invalid',
      params: { errors: [expect.objectContaining({ path, message })] },
    });
    expect(await begin({ upload: await upload('a.eaf', '<a>') })).toMatchObject(
      invalid('/upload', 'transcript.unknownKind'),
    );
    const foreign = await world.attach(await newInterview('Other'), { originalName: 'b.wav', bytes: Buffer.from('b') });
    expect(await begin({ upload: await upload('t.eaf', TALK), recording: foreign })).toMatchObject(
      invalid('/recording', 'errors.invalidChoice'),
    );
    const notMine = await upload('t.eaf', TALK, 'administrator');
    expect(await begin({ upload: notMine })).toMatchObject(invalid('/upload', 'errors.file.unknown'));
  });
});

/** Longer than any other request waits for the event loop. */
const WAITED_MS = 2_000;
const WORDS_OF_ONE = 60_000;

it('[RES-01] a transcript with many words of one passage does not hold up the requests of others', async () => {
  const interview = await newInterview('Many words');
  const words = Array.from({ length: WORDS_OF_ONE }, (): [number, undefined, string] => [1, undefined, 'y']);
  const text = eafText([
    { name: 'AF', annotations: [[1000, 2500, 'One']] },
    { name: 'words', of: 'AF', annotations: words },
  ]);
  const key = await upload('words.eaf', text);
  const isRead = world.ask(KEEPER, 'act/previewTranscript', { ...target(interview), upload: key }).then(() => true);
  let longest = 0;
  for (let done = false; !done;) {
    const began = performance.now();
    await world.ask(KEEPER, `read/${interview}`);
    longest = Math.max(longest, performance.now() - began);
    done = await Promise.race([isRead, Promise.resolve(false)]);
  }
  expect(longest).toBeLessThan(WAITED_MS);
}, 120_000);

describe('[RES-01] [PERM-01] each passage has its own readers', () => {
  const LEVELS = ['COMMUNITY', 'PROTECTED', 'PRIVATE'] as const;
  let interview: ItemId;
  const ids = new Map<string, ItemId>();

  beforeAll(async () => {
    interview = await newInterview('Levels');
    for (const [at, access] of LEVELS.entries())
      ids.set(
        access,
        await make(
          'ResearchPassage',
          {
            ...{ owner: world.own, activity: interview, access, start: at, end: at + 1 },
            ...{ words: `canary ${access}`, speaker: `voice ${access}` },
          },
          'administrator',
        ),
      );
  });

  const seenBy = async (actor: string): Promise<readonly string[]> => {
    const { ids: found, total } = okOf(
      await world.ask(actor, 'search/ids', { must: { text: ['canary'] }, max: 10 }),
    ) as {
      ids: string[];
      total: number;
    };
    expect(total).toBe(found.length);
    const readable: string[] = [];
    for (const [level, id] of ids) if ('ok' in (await world.ask(actor, `read/${id}`))) readable.push(level);
    expect(new Set(found)).toEqual(new Set(readable.map((level) => ids.get(level))));
    return readable;
  };

  it('in searches, counts and reads', async () => {
    expect(await seenBy('stranger')).toEqual([]);
    expect(await seenBy('member')).toEqual(['COMMUNITY']);
    expect(await seenBy('protected reader')).toEqual(['COMMUNITY', 'PROTECTED']);
    expect(await seenBy(KEEPER)).toEqual(['COMMUNITY', 'PROTECTED']);
    expect(await seenBy('private reader')).toEqual([...LEVELS]);
  });

  it('and in the exported transcript', async () => {
    for (const [actor, levels] of [
      ['protected reader', ['COMMUNITY', 'PROTECTED']],
      ['private reader', LEVELS],
    ] as const)
      for (const format of ['eaf', 'vtt']) {
        const { content, count } = await exportOf(interview, actor, { format });
        expect(count).toBe(levels.length);
        for (const level of LEVELS) {
          const isSeen = levels.some((each) => each === level);
          expect(String(content).includes(`canary ${level}`), `${actor} ${format} ${level}`).toBe(isSeen);
          expect(String(content).includes(`voice ${level}`)).toBe(isSeen);
        }
      }
    const hidden = await world.ask('member', 'act/exportTranscript', { ...target(interview), format: 'vtt' });
    expect(hidden).toEqual(
      await world.ask('member', 'act/exportTranscript', { ...target('x-99999999'), format: 'vtt' }),
    );
  });

  it('without the names of the speakers for readers of the community', async () => {
    const seen = okOf(await world.ask('member', `read/${ids.get('COMMUNITY')}`));
    expect(seen).toMatchObject({ words: 'canary COMMUNITY' });
    expect(seen).not.toHaveProperty('speaker');
    expect(seen).not.toHaveProperty('activity');
  });

  it('and its recording is sent only to people who may read all of its passages, by every route and in a zip', async () => {
    const talk = await newInterview('Heard in parts');
    const recording = await world.attach(talk, { originalName: 'parts.wav', bytes: Buffer.from('RIFF canary') });
    await world.change(talk, { attachments: [recording] });
    const statuses = async (): Promise<readonly number[]> => {
      const paths = [`/attachment/${recording}`, `/attachment/${recording}/parts.wav`, `/item-id-image/${recording}`];
      const found = await Promise.all(
        ['stranger', KEEPER, 'private reader'].flatMap((actor) =>
          paths.map(async (path) => (await world.get(actor, `${path}?variant=original`)).status),
        ),
      );
      return found;
    };
    const makeZip = async (actor: string): Promise<string> => {
      const { key } = okOf(await world.ask(actor, 'act/downloadAttachments/async', { ids: [talk] }));
      await world.runJobs();
      return `/task-result/${String(key)}`;
    };
    const zipOf = async (actor: string): Promise<string> => await (await world.get(actor, await makeZip(actor))).text();
    expect(await statuses()).toEqual([404, 404, 404, 200, 200, 200, 200, 200, 200]);
    const earlier = await makeZip(KEEPER);
    expect(await (await world.get(KEEPER, earlier)).text()).toContain('RIFF canary');
    const passage = { owner: world.own, activity: talk, recording, start: 0, end: 1, access: 'PRIVATE' };
    const id = await make('ResearchPassage', passage, 'administrator');
    expect(await statuses()).toEqual([404, 404, 404, 403, 403, 403, 200, 200, 200]);
    expect(okOf(await world.ask(KEEPER, `read/${recording}`))).not.toHaveProperty('fileID');
    expect((await world.get(KEEPER, earlier)).status).toBe(404);
    expect(await zipOf(KEEPER)).not.toContain('RIFF canary');
    expect(await zipOf('private reader')).toContain('RIFF canary');
    okOf(await world.ask('administrator', 'update', { $id: id, _u: 1, access: 'PROTECTED' }));
    expect(await statuses()).toEqual([404, 404, 404, 200, 200, 200, 200, 200, 200]);
  });

  it('and its file is sent only to people who may read all of the passages that came from it', async () => {
    const talk = await newInterview('Written in parts');
    await importInto(talk, { upload: await upload('parts.eaf', TALK), access: 'COMMUNITY' });
    const [first] = await passagesOf(talk);
    const file = String(first?.['transcript']);
    const status = async (actor: string): Promise<number> => (await world.get(actor, `/attachment/${file}`)).status;
    expect(await (await world.get('protected reader', `/attachment/${file}`)).text()).toContain('Where was it?');
    okOf(await world.ask('administrator', 'update', { $id: String(first?.['$id']), _u: 1, access: 'PRIVATE' }));
    expect([await status('protected reader'), await status('private reader')]).toEqual([403, 200]);
    expect(okOf(await world.ask('protected reader', `read/${file}`))).not.toHaveProperty('fileID');
  });

  it('and only people who may change the interview add a transcript', async () => {
    const key = await upload('t.eaf', TALK, 'protected reader');
    for (const action of ['act/previewTranscript', 'act/importTranscript/async'])
      expect(await world.ask('protected reader', action, { ...target(interview), upload: key })).toMatchObject({
        refused: 'notAllowed',
      });
  });
});
