// Passages of a transcript as values of records, and records as passages of a transcript.

import { isRecord } from 'src/base/isRecord.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportWords, RefusedPassage, TranscriptPassage } from 'src/server/extend.ts';

type ImportInput = Endpoints['importTranscript']['input'];

const DEFAULT_ACCESS = 'PROTECTED';

interface Interview {
  readonly id: string;
  readonly owner: Json | undefined;
  /** The file of the transcript; null when the interview does not have it any longer. */
  readonly transcript: ItemId | null;
}

/** Returns a function that gives the values of the new record of a passage. */
export const passageValues = (
  { id, owner, transcript }: Interview,
  { access = DEFAULT_ACCESS, recording, speakers = [] }: ImportInput,
): ((passage: TranscriptPassage) => Values) => {
  const respondents = new Map(speakers.map(({ name, respondent }) => [name, respondent]));
  return ({ start, end, text, translation, speaker, annotations }) => {
    const respondent = respondents.get(speaker);
    return {
      ...{ activity: id, owner: owner ?? null, access, start, end, transcript },
      ...(recording !== undefined && { recording }),
      ...(text !== '' && { words: text }),
      ...(translation !== '' && { translation }),
      ...(speaker !== '' && { speaker }),
      ...(respondent !== undefined && { respondent }),
      ...(annotations.length > 0 && { annotations: annotations.map((each) => ({ ...each })) }),
    };
  };
};

const passageTextAt = (values: Readonly<Record<string, Json | undefined>>, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

const annotationsIn = (item: Item): TranscriptPassage['annotations'] => {
  const value = item['annotations'];
  return (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map((each) => ({ tier: String(each['tier'] ?? ''), text: String(each['text'] ?? '') }));
};

/** Returns the passage of a record, as far as its reader may see it. */
export const passageOfRecord = (item: Item): TranscriptPassage => ({
  ...{ line: 0, start: Number(item['start']), end: Number(item['end']) },
  ...{
    speaker: passageTextAt(item, 'speaker'),
    text: passageTextAt(item, 'words'),
    translation: passageTextAt(item, 'translation'),
  },
  annotations: annotationsIn(item),
});

export const refusedDetail = ({ line, speaker, text, params }: RefusedPassage): Values => ({
  ...{ line, speaker, text, params: { ...params } },
});

/** The details of a passage that the server refused when it was stored. */
export const storedDetail = ({ line, speaker, text }: TranscriptPassage): Values => ({ line, speaker, text });

const REFUSED_COLUMNS = ['line', 'speaker', 'text', 'reason'] as const;

const reasonIn = (row: Values, { find }: ExportWords): string => {
  const message = passageTextAt(row, 'message');
  const params = isRecord(row['params']) ? row['params'] : {};
  const values = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  );
  return find(message, Object.fromEntries(values)) ?? message;
};

/** Returns a table of refused passages, with the reason of each in the reader's language. */
export const refusedPassagesTable = (rows: readonly Values[], words: ExportWords): Buffer => {
  const head = csvLine(REFUSED_COLUMNS.map((name) => words.format(`transcript.table.${name}`)));
  const lines = rows.map((row) =>
    csvLine([Number(row['line']), passageTextAt(row, 'speaker'), passageTextAt(row, 'text'), reasonIn(row, words)]),
  );
  return Buffer.from(CSV_MARK + head + lines.join(''));
};
