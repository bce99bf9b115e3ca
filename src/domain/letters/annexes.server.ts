// The annexes of a letter: the sections and concerns of the answer that go out with it. While a letter is being written its copy of them
// follows the answer; from its approval on the copy stays, and the copy is what is printed, sent and kept.

import { LETTER } from 'src/domain/letters/letterNames.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { escapeMarkdown } from 'src/model/text/mergeFields.ts';
import { usableFiles } from 'src/domain/letters/usableFiles.server.ts';
import { languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import {
  exportWords,
  type WritingContext,
  type BeforeSaveRule,
  type Context,
  type RunEffect,
  serverJob,
  type StoredItem,
  writeItem,
} from 'src/server/extend.ts';

export const CONCERN = 'ConsultResponseConcern';
const SECTION = 'ConsultResponseSection';
/** The property by which sections and concerns name their response. */
const RESPONSE_RELATION = 'response';
const FOLLOW = 'followAnswerInLetters';
/** The property of a letter with the copies of files that go out with its annexes. */
export const ANNEX_FILES = 'annexFiles';

export type Words = Awaited<ReturnType<typeof exportWords>>;

export interface Annex {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Names of the files that are sent with it: pictures are printed on its pages, other files are attached. */
  readonly files: readonly string[];
}

interface LiveAnnex extends Annex {
  /** The attachments themselves. */
  readonly held: readonly StoredItem[];
  /** Names of all files, also of those that readers of the letter may not read. */
  readonly names: readonly string[];
}

type LetterValues = Readonly<Record<string, Json | undefined>>;

export const trimmedText = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');

const partsOfResponse = async ({ services, db }: Context, type: string, response: ItemId): Promise<StoredItem[]> => {
  const ids = await services.items.holding(db, { type, path: RESPONSE_RELATION, id: response });
  const found = await services.items.findMany(db, ids);
  return found.filter(({ properties }) => properties['trashed'] !== true);
};

const sectionOrder = ({ properties }: StoredItem): number => Number(properties['order'] ?? Infinity);

/** Sections that are in the answer, in their order. */
export const sectionsOf = async (context: Context, response: ItemId): Promise<StoredItem[]> =>
  (await partsOfResponse(context, SECTION, response))
    .filter(({ properties }) => properties['included'] !== false)
    .sort((one, other) => sectionOrder(one) - sectionOrder(other) || one.number - other.number);

/** Concerns that were chosen for the answer. A concern without the choice stays inside. */
export const concernsOf = async (context: Context, response: ItemId): Promise<StoredItem[]> =>
  (await partsOfResponse(context, CONCERN, response))
    .filter(({ properties }) => properties['included'] === true)
    .sort((one, other) => one.number - other.number);

/** Returns the words of a concern's severity; empty where it has none. */
const severityOf = (words: Words, { properties }: StoredItem): string => {
  const key = trimmedText(properties['severity']);
  return key === '' ? '' : words.named(`types.${CONCERN}.enum.severity.${key}`, key);
};

/** Returns a concern as the cells of a table: subject, severity, requested commitment. */
export const concernCells = (words: Words, concern: StoredItem): readonly [string, string, string] => {
  const { subject, commitmentAsked } = concern.properties;
  return [trimmedText(subject), severityOf(words, concern), trimmedText(commitmentAsked)];
};

const concernText = (words: Words, concern: StoredItem, at: number): string => {
  const { subject, description, commitmentAsked } = concern.properties;
  const severity = severityOf(words, concern);
  const commitment = trimmedText(commitmentAsked);
  return [
    `# ${at + 1}\\. ${escapeMarkdown(trimmedText(subject), false)}`,
    ...(severity === '' ? [] : [`*${words.property(CONCERN, 'severity')}: ${escapeMarkdown(severity, false)}*`]),
    trimmedText(description),
    ...(commitment === '' ? [] : [`**${words.format('letters.annex.commitment')}**`, commitment]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

/** Returns the attachments of the sections, by their ids. */
const annexFiles = async (
  { services, db }: Context,
  sections: readonly StoredItem[],
): Promise<ReadonlyMap<string, StoredItem>> => {
  const ids = sections.flatMap(({ properties }) => valuesAt(properties, 'files').filter(isItemId));
  const found = await services.items.findMany(db, ids);
  return new Map(found.filter(({ properties }) => properties['trashed'] !== true).map((file) => [file.id, file]));
};

/** True for a file whose readers are others than those of its section, so that people may read the letter who may not read the file. */
const isClosed = (file: StoredItem, section: StoredItem): boolean => file.acl !== section.acl;

/** The letter names files only that its readers may read, until its approval: then the approver's copies of them are the letter's own. */
const sectionAnnex = (
  section: StoredItem,
  { files, words }: { readonly files: ReadonlyMap<string, StoredItem>; readonly words: Words },
): LiveAnnex => {
  const { properties } = section;
  const held = valuesAt(properties, 'files').flatMap((id) => files.get(String(id)) ?? []);
  const names = held.map((file) => trimmedText(file.properties['originalName']));
  return {
    title: trimmedText(properties['title']),
    text: trimmedText(properties['body']),
    files: held.map((file, at) =>
      isClosed(file, section) ? words.format('letters.annex.closedFile') : (names[at] ?? ''),
    ),
    names,
    held,
  };
};

/** Returns what would go out with the letter now. */
const liveAnnexes = async (context: Context, letter: LetterValues): Promise<LiveAnnex[]> => {
  const kinds = valuesAt(letter, 'annexes').map(String);
  const { context: about, language } = letter;
  if (!isItemId(about) || kinds.length === 0) return [];
  const words = await exportWords(context.services, { language: languageTag(language) });
  const sections = kinds.includes('SECTIONS') ? await sectionsOf(context, about) : [];
  const concerns = kinds.includes('CONCERNS') ? await concernsOf(context, about) : [];
  const files = await annexFiles(context, sections);
  return [
    ...sections.map((section) => sectionAnnex(section, { files, words })),
    ...(concerns.length === 0
      ? []
      : [
          {
            title: words.format('letters.annex.concerns'),
            text: concerns.map((concern, at) => concernText(words, concern, at)).join('\n\n'),
            files: [],
            names: [],
            held: [],
          },
        ]),
  ];
};

/** Returns the annexes that the letter has. */
export const annexesIn = (letter: LetterValues): Annex[] => {
  const kept = letter['annexed'];
  return (Array.isArray(kept) ? (kept as readonly Values[]) : []).map((annex) => ({
    title: trimmedText(annex['title']),
    text: trimmedText(annex['text']),
    files: valuesAt(annex, 'files').map(String),
  }));
};

const usableAnnexFiles = (context: Context, annexes: readonly LiveAnnex[]): ReturnType<typeof usableFiles> =>
  usableFiles(
    context,
    annexes.flatMap(({ held }) => held.map(({ id }) => id)),
  );

/** Returns the attachments of the answer as it is now that the caller may use, for each annex. */
const filesOfAnswer = async (context: Context, letter: LetterValues): Promise<(readonly StoredItem[])[]> => {
  const annexes = await liveAnnexes(context, letter);
  const usable = await usableAnnexFiles(context, annexes);
  return annexes.map(({ held }) => held.filter(({ id }) => usable.has(id)));
};

/**
 * Returns the attachments of the answer in the order of its annexes, and the annexes with the names of all files. Throws `invalid` if the
 * caller may not use one of them, because people can approve only what they can see.
 */
export const approvedAnnexes = async (
  context: Context,
  letter: LetterValues,
): Promise<{ readonly files: readonly StoredItem[]; readonly annexed: Json }> => {
  const annexes = await liveAnnexes(context, letter);
  const usable = await usableAnnexFiles(context, annexes);
  const closed = annexes.filter(({ held }) => held.some(({ id }) => !usable.has(id)));
  if (closed.length > 0)
    throw invalid(
      closed.map(({ title }) => ({ path: '/annexes', message: 'errors.letter.annexFileClosed', params: { title } })),
    );
  const annexed = asValues(annexes.map(({ title, text, names }) => ({ title, text, files: names })));
  return { files: annexes.flatMap(({ held }) => held), annexed };
};

/**
 * Returns the attachments that go out with each annex: those of the sections while the letter is being written, afterwards the copies that
 * its approval has made.
 */
export const filesOfAnnexes = async (context: Context, letter: LetterValues): Promise<(readonly StoredItem[])[]> => {
  if (letter['state'] === 'PROPOSED') return await filesOfAnswer(context, letter);
  const { services, db, readFilter } = context;
  const ids = valuesAt(letter, ANNEX_FILES).filter(isItemId);
  const found = new Map((await services.items.findMany(db, ids)).map((file) => [file.id, file]));
  const kept = (id: ItemId): StoredItem[] => [found.get(id) ?? []].flat().filter(({ acl }) => readFilter.canRead(acl));
  let taken = 0;
  return annexesIn(letter).map(({ files }) => ids.slice(taken, (taken += files.length)).flatMap(kept));
};

const asValues = (annexes: readonly Annex[]): Json =>
  annexes.length === 0
    ? null
    : annexes.map(({ title, text, files }): Json => ({
        title,
        ...(text !== '' && { text }),
        ...(files.length > 0 && { files: [...files] }),
      }));

/** A property of a letter that is being written. */
export const annexedNow = async (context: Context, letter: Values): Promise<Values> => ({
  annexed: asValues(await liveAnnexes(context, letter)),
});

/** Returns the annexes of the answer as it is now; undefined where the letter has the same. */
const newerAnnexes = async (context: Context, { properties }: StoredItem): Promise<Annex[] | undefined> => {
  const annexes = (await liveAnnexes(context, properties)).map(({ title, text, files }) => ({ title, text, files }));
  return deepEqual(annexesIn(properties), annexes) ? undefined : annexes;
};

/** The copy that the approver has read is what goes out, so it must be that of the answer as it is now. */
export const refuseStaleAnnexes: RunEffect = async (context, { item }) => {
  if (await newerAnnexes(context, item)) throw invalidAt('/annexes', 'errors.letter.annexesChanged');
};

/** Brings the copy up to date, in the transaction. The response is locked first, as by everything that changes its letters. */
export const refreshAnnexes = async (context: WritingContext, id: ItemId): Promise<void> => {
  const { services, tx } = context;
  const found = await services.items.find(tx, id);
  const about = found?.properties['context'];
  if (!isItemId(about)) return;
  await services.items.find(tx, about, true);
  const letter = await services.items.find(tx, id, true);
  const newer = letter?.properties['state'] === 'PROPOSED' ? await newerAnnexes(context, letter) : undefined;
  if (!letter || !newer) return;
  await writeItem(context, letter, { changes: { annexed: asValues(newer) }, kind: 'updated' });
};

/** Updates the letters that are being written when a section or concern of their answer is saved. */
export const followAnswer: BeforeSaveRule = async (proposed, before, { tx }) => {
  for (const response of new Set([proposed[RESPONSE_RELATION], before?.[RESPONSE_RELATION]]))
    if (isItemId(response)) await tx.addJob(FOLLOW, { id: response }, `${FOLLOW} ${response}`);
  return {};
};

export const followAnswerInLetters = serverJob(async ({ id }, { batch }) => {
  await batch(async (context) => {
    const { items } = context.services;
    const letters = await items.holding(context.tx, { type: LETTER, path: 'context', id: String(id) as ItemId });
    for (const letter of letters) await refreshAnnexes(context, letter);
  });
});
