// Items with the phrases of a typed text. The worker finds the items with all words; PostgreSQL has their positions and compares those items.

import { aclOf, readable } from 'src/server/store/readers/readCondition.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Candidates } from 'src/server/search/evaluate/textCandidates.ts';
import type { Hits } from 'src/server/search/plan/lookups.ts';
import { askedText } from 'src/server/search/text/askedText.ts';
import { phraseQuery } from 'src/server/search/textHits.ts';
import type { FindCandidates } from 'src/server/search/textScores.ts';
import type { Queryable } from 'src/server/store/database.ts';

const COMPARED_AT_ONCE = 5_000;

/** A phrase may be in the item or in a part that the asker may read. $1 types, $2 numbers, $3 mask, then one tsquery for each phrase. */
const phraseStatement = (phrases: number): string => {
  const each = Array.from({ length: phrases }, (_, index) => `$${index + 4}::tsquery`).map(
    (query) => `(item.tsv @@ ${query} or exists (select from item_level l
      where l.t = item.t and l.i = item.i and ${readable('l.acl', '$3')} and l.tsv @@ ${query}))`,
  );
  return `select item.t, item.i from unnest($1::smallint[], $2::int[]) as candidate (t, i) join item using (t, i)
    where ${readable(aclOf('item'), '$3')} and ${each.join(' and ')}`;
};

interface Asked {
  readonly database: Queryable;
  readonly readFilter: ReadFilter;
  readonly candidates: FindCandidates;
}

const comparedHits = async (
  { database, readFilter }: Asked,
  { types, numbers }: Candidates,
  phrases: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, Int32Array>> => {
  const hits = new Map<number, number[]>();
  const add = (type: number, number: number): void => {
    const known = hits.get(type);
    if (known) known.push(number);
    else hits.set(type, [number]);
  };
  if (phrases.length === 0) numbers.forEach((number, at) => add(types[at] ?? 0, number));
  for (let from = 0; phrases.length > 0 && from < numbers.length; from += COMPARED_AT_ONCE) {
    const to = from + COMPARED_AT_ONCE;
    // oxlint-disable-next-line no-await-in-loop -- a part after the other, so that a cancelled search ends
    const rows = await database.query<{ t: number; i: number }>(
      phraseStatement(phrases.length),
      [[...types.subarray(from, to)], [...numbers.subarray(from, to)], readFilter.mask, ...phrases.map(phraseQuery)],
      `phraseHits.${phrases.length}`,
    );
    for (const { t, i } of rows) add(t, i);
  }
  return new Map([...hits].map(([type, list]) => [type, Int32Array.from(list)]));
};

/** Returns the hits of each text with phrases among the requested types. */
export const phraseHits = async (
  asked: Asked,
  texts: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Map<string, Hits>> => {
  const found = new Map<string, Hits>();
  for (const [text, types] of texts) {
    const question = askedText(text);
    if (!question) continue;
    // oxlint-disable-next-line no-await-in-loop -- a query has few texts
    const candidates = await asked.candidates({ types: [...types], text: question, tokens: [], most: Infinity });
    // oxlint-disable-next-line no-await-in-loop -- needs the candidates
    found.set(text, await comparedHits(asked, candidates, question.phrases));
  }
  return found;
};
