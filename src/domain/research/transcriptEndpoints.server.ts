// `act/previewTranscript` shows an uploaded transcript, `act/importTranscript` adds its passages to an interview, and
// `act/exportTranscript` returns the passages of an interview that the reader may see as a file.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import { PASSAGE_TYPE } from 'src/domain/research/passageType.ts';
import {
  passageOfRecord,
  passageValues,
  refusedDetail,
  refusedPassagesTable,
  storedDetail,
} from 'src/domain/research/passageRows.server.ts';
import {
  attachUploads,
  createInBatches,
  endpoint,
  exportWords,
  isCreationFinished,
  unusedRowsOf,
  storeUploads,
  uploadedTranscript,
  writeEaf,
  writeWebVtt,
  type Context,
  type StoredItem,
  type TaskHandler,
  type WritingContext,
} from 'src/server/extend.ts';

type ImportInput = Endpoints['importTranscript']['input'];

/** Costs of a request in searches: a file is read completely. */
const READ_COST = 10;
const PREVIEW_BOUNDS = { refused: 100, passages: 12, textLength: 300 } as const;

/** Files of the interview. */
const filesOfInterview = ({ properties }: StoredItem): readonly string[] => {
  const files = properties['attachments'];
  return Array.isArray(files) ? files.filter((each) => typeof each === 'string') : [];
};

export const previewTranscript = endpoint(
  'previewTranscript',
  async (context, input) => {
    const { name, format, encoding, media, passages, refused, ...facts } = await uploadedTranscript(context, input);
    const short = (text: string): string => text.slice(0, PREVIEW_BOUNDS.textLength);
    return {
      ...{ name, format, encoding, ...(media !== undefined && { media: short(media) }) },
      ...{ count: passages.length, refusedCount: refused.length },
      speakers: facts.speakers.map(({ name: speaker, participant, count }) => ({
        ...{ name: speaker, count, ...(participant !== undefined && { participant: short(participant) }) },
      })),
      furtherTiers: facts.furtherTiers.map((tier) => ({ ...tier })),
      notes: facts.notes.map((note) => ({ ...note, params: { ...note.params } })),
      refused: refused.slice(0, PREVIEW_BOUNDS.refused).map((row) => ({ ...row, params: { ...row.params } })),
      passages: passages.slice(0, PREVIEW_BOUNDS.passages).map(({ start, end, speaker, text, translation }) => ({
        ...{ start, end, speaker, text: short(text), translation: short(translation) },
      })),
    };
  },
  () => READ_COST,
);

const interviewOf = async ({ services, db, readFilter }: Context, id: ItemId): Promise<StoredItem> =>
  await services.access.visible(db, readFilter, id);

/** Adds the file to the files of the interview before there are passages, which name it: it is closed to readers of some of them only. */
const attachSource = async (context: WritingContext, id: ItemId, upload: string): Promise<void> => {
  const { services, readFilter, tx } = context;
  const interview = await services.access.visible(tx, readFilter, id, true);
  await attachUploads(context, interview, { attachments: [...filesOfInterview(interview), uploadRef(upload)] });
};

const runTranscriptImport: TaskHandler<ImportInput> = async (run) => {
  const { input, target } = run;
  const { upload, encoding, length, translations, language } = input;
  const context = await run.context();
  const { services, subject } = context;
  if (!isCreationFinished(run)) {
    const transcript = await uploadedTranscript(context, { upload, encoding, length, translations });
    const { id, properties } = await interviewOf(context, target);
    const source = await services.uploads.find(subject.userId ?? '', upload);
    const valuesOf = passageValues({ id, owner: properties['owner'], transcript: source?.attachment ?? null }, input);
    await createInBatches(run, {
      ...{ action: 'importTranscript', type: PASSAGE_TYPE },
      rows: transcript.passages.map((passage) => ({ values: valuesOf(passage), detail: storedDetail(passage) })),
      unusable: transcript.refused.map((row) => ({ message: row.message, detail: refusedDetail(row) })),
    });
  }
  const refused = await unusedRowsOf(run);
  if (refused.length === 0) return {};
  const content = refusedPassagesTable(refused, await exportWords(context.services, { language }));
  return { file: { name: 'refused-passages.csv', type: 'text/csv', content } };
};

export const importTranscript = endpoint('importTranscript', {
  async begin(context, { target, input }) {
    const { upload, encoding, length, translations, recording } = input;
    const interview = await interviewOf(context, target);
    if (recording !== undefined && !filesOfInterview(interview).includes(recording))
      throw invalidAt('/recording', 'errors.invalidChoice');
    const { passages, refused } = await uploadedTranscript(context, { upload, encoding, length, translations });
    if (passages.length > context.services.limits.itemsPerTask) throw problem('tooLarge');
    const total = passages.length + refused.length;
    await storeUploads(context, uploadRef(upload));
    return async (writing) => {
      await attachSource(writing, target, upload);
      return { done: 0, total, counts: { changed: 0, unchanged: 0, refused: 0 } };
    };
  },
  run: runTranscriptImport,
  undoable: true,
});

/** Most passages of one file, and of one read. More are refused, because a transcript that ends early looks complete. */
const EXPORT_BOUNDS = { most: 20_000, atOnce: 500 } as const;

const readPassages = async (context: Context, id: ItemId, recording: string | undefined): Promise<readonly Item[]> => {
  const { services, db, readFilter, gone } = context;
  const must = { _t: [PASSAGE_TYPE], activity: [id], ...(recording !== undefined && { recording: [recording] }) };
  const sort = [{ key: 'start', order: 'asc' as const }];
  const { ids, total } = await services.search.search(readFilter, { must, sort, max: EXPORT_BOUNDS.most }, gone);
  if (total > ids.length) throw problem('tooLarge');
  const items: Item[] = [];
  for (let at = 0; at < ids.length; at += EXPORT_BOUNDS.atOnce) {
    gone?.throwIfAborted();
    const page = ids.slice(at, at + EXPORT_BOUNDS.atOnce);
    items.push(...(await services.items.readVisible(db, readFilter, page, { channel: 'export' })));
  }
  return items;
};

const recordingOf = async (
  { services, db, readFilter }: Context,
  id: unknown,
): Promise<{ readonly name: string; readonly type: string } | undefined> => {
  if (typeof id !== 'string') return undefined;
  const [file] = await services.items.readVisible(db, readFilter, [id], { channel: undefined });
  return file && { name: String(file['originalName']), type: String(file['filetype'] ?? 'audio/*') };
};

/** Returns the names of the respondents that the reader may see, by the speaker of their passages. */
const participantsIn = async (
  { services, db, readFilter }: Context,
  items: readonly Item[],
): Promise<ReadonlyMap<string, string>> => {
  const pairs = items.flatMap(({ speaker, respondent }) =>
    typeof speaker === 'string' && typeof respondent === 'string' ? [[speaker, respondent] as const] : [],
  );
  const labels = await services.items.labels(db, readFilter, [...new Set(pairs.map(([, respondent]) => respondent))]);
  return new Map(
    pairs.flatMap(([speaker, respondent]) => {
      const label = labels.get(respondent);
      return label === undefined ? [] : [[speaker, label] as const];
    }),
  );
};

const joinedPieces = async (pieces: AsyncIterable<string>): Promise<string> => {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece);
  return texts.join('');
};

export const exportTranscript = endpoint(
  'exportTranscript',
  async (context, { format, words = 'text', recording }) => {
    const interview = await context.view();
    const items = await readPassages(context, interview.$id, recording);
    const passages = items.map(passageOfRecord);
    const file = { name: `${titleAsFileName(interview.$label)}.${format}`, count: passages.length };
    if (format === 'vtt')
      return { ...file, type: 'text/vtt', content: await joinedPieces(writeWebVtt(passages, words)) };
    const media = await recordingOf(context, recording ?? items[0]?.['recording']);
    const participants = await participantsIn(context, items);
    const content = await joinedPieces(writeEaf(passages, { media, participants, date: context.now.toISOString() }));
    return { ...file, type: 'text/x-eaf+xml', content };
  },
  () => READ_COST,
);
