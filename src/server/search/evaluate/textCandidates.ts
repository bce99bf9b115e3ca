// Items for suggestions and for the order "best match": those with the typed text, or if there are too many those whose label has words
// that begin as typed. For the order, PostgreSQL computes scores (textScores.ts).

import { eachBit } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { Scope, type Columns } from 'src/server/search/evaluate/Scope.ts';
import type { MaskPlan, ReplacedWord } from 'src/server/search/evaluate/searchPlan.ts';
import { labelDocuments, type AskedText } from 'src/server/search/text/textMatches.ts';

export interface CandidatePlan {
  readonly mask: MaskPlan;
  readonly deadline: number;
  /** Type numbers. */
  readonly types: readonly number[];
  /** Undefined to search only labels. */
  readonly text: AskedText | undefined;
  /** Beginnings of words in the label. */
  readonly tokens: readonly string[];
  readonly most: number;
}

/** Parallel lists of type numbers and item numbers, of labels the best ones first. */
export interface Candidates {
  readonly types: Int32Array;
  readonly numbers: Int32Array;
  /** Words of the text that were replaced by similar ones, because they have no match. */
  readonly replaced: readonly ReplacedWord[];
}

interface Found {
  readonly table: Table;
  readonly row: number;
  /** Smaller is better. */
  readonly key: number;
}

const visibleRows = (scope: Scope, table: Table, bits: Uint32Array): number[] => {
  const rows: number[] = [];
  eachBit(bits, (row) => {
    scope.tick();
    if (scope.readable(table.acl[row] as number)) rows.push(row);
  });
  return rows;
};

/** Limits of the parts of a key, which together stay below 2^53. */
const LABEL_LENGTHS = 256;
const DOCUMENT_RANGE = 2 ** 32;

/** The best candidates so far. The list is cut when it is twice as long as needed. */
class Best {
  private found: Found[] = [];
  private worst = Infinity;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(candidate: Found): void {
    if (candidate.key >= this.worst) return;
    this.found.push(candidate);
    if (this.found.length >= 2 * this.most) this.cut();
  }

  list(): readonly Found[] {
    this.cut();
    return this.found;
  }

  private cut(): void {
    this.found.sort((one, other) => one.key - other.key);
    this.found.length = Math.min(this.found.length, this.most);
    if (this.found.length === this.most) this.worst = this.found.at(-1)?.key ?? Infinity;
  }
}

interface Labels {
  readonly tokens: readonly string[];
  /** Includes words that differ by typing errors. */
  readonly isForgiving: boolean;
}

/** Labels that begin as typed come first, then short ones, then the newest. */
const addLabels = (scope: Scope, table: Table, { tokens, isForgiving }: Labels, best: Best): void => {
  const { texts } = table;
  const { dictionary } = texts;
  const words = (token: string): readonly number[] =>
    isForgiving
      ? [...dictionary.beginningWith(token), ...dictionary.near(token, true)]
      : dictionary.beginningWith(token);
  const documents = labelDocuments(texts, tokens, words);
  const isFirst = new Set(words(tokens[0] ?? ''));
  eachBit(documents, (document) => {
    scope.tick();
    const row = texts.rows[document] as number;
    if (row < 0 || !scope.readable(table.acl[row] as number)) return;
    const later = isFirst.has(texts.firstWords[document] as number) ? 0 : 1;
    const key =
      (later * LABEL_LENGTHS + (texts.labelLengths[document] as number)) * DOCUMENT_RANGE +
      (DOCUMENT_RANGE - 1 - (table.n[row] as number));
    best.add({ table, row, key });
  });
};

const candidatesOf = (scope: Scope, found: readonly Pick<Found, 'table' | 'row'>[]): Candidates => ({
  types: Int32Array.from(found, ({ table }) => table.plan.number),
  numbers: Int32Array.from(found, ({ table, row }) => table.number[row] as number),
  replaced: scope.texts.replaced,
});

export const textCandidates = (columns: Columns, plan: CandidatePlan): Candidates => {
  const scope = new Scope(columns, { ...plan, now: 0 });
  const tables = plan.types.flatMap((type) => columns.tables.get(type) ?? []);
  const { text } = plan;
  if (text) {
    scope.texts.forgive(tables, text);
    const found = tables.flatMap((table) =>
      visibleRows(scope, table, scope.texts.rows(table, [text])).map((row) => ({ table, row })),
    );
    if (found.length <= plan.most) return candidatesOf(scope, found);
  }
  const best = new Best(plan.most);
  const { tokens } = plan;
  for (const table of tables) addLabels(scope, table, { tokens, isForgiving: false }, best);
  if (best.list().length > 0) return candidatesOf(scope, best.list());
  for (const table of tables) addLabels(scope, table, { tokens, isForgiving: true }, best);
  return candidatesOf(scope, best.list());
};
