// Typed texts of one query, found in the texts of the tables. A word without any match that the asker may see is replaced by words that
// differ from it by typing errors. Only visible matches decide this, so that a hidden item is not revealed.

import { eachBit, orInto } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { ReplacedWord } from 'src/server/search/evaluate/searchPlan.ts';
import { mostSimilarFirst } from 'src/server/search/text/nearWords.ts';
import {
  Reader,
  rowsOfDocuments,
  textDocuments,
  wordDocuments,
  type AskedText,
  type AskedWord,
} from 'src/server/search/text/textMatches.ts';

type CanRead = (acl: number) => boolean;

/** More words are found, but not named. */
const MOST_SIMILAR = 8;

const wordKey = ({ word, begins }: AskedWord): string => (begins ? `${word}*` : word);

const isSeen = ({ texts, acl }: Table, documents: Uint32Array, canRead: CanRead): boolean => {
  let seen = false;
  eachBit(documents, (document) => {
    if (seen) return;
    const row = texts.rows[document] as number;
    seen = row >= 0 && canRead(acl[row] as number);
  });
  return seen;
};

/**
 * Returns the first words that pass the test. Where the beginnings of words match, a word that begins with one of them adds nothing to it.
 */
const namedWords = (words: readonly string[], begins: boolean, test: (word: string) => boolean): readonly string[] => {
  const named: string[] = [];
  for (const word of words) {
    if (named.length === MOST_SIMILAR) break;
    const isCovered = begins && named.some((each) => word.startsWith(each));
    if (!isCovered && test(word)) named.push(word);
  }
  return named;
};

export class SearchedTexts {
  private readonly replacements = new Map<string, readonly string[]>();
  private readonly canRead: CanRead;
  private readonly demandTexts: () => void;
  private readonly readers = new Map<Table, Reader>();
  private readonly known = new Map<Table, Map<string, Uint32Array>>();
  private readonly found = new Map<readonly AskedText[], Uint32Array>();

  /** `demandTexts` throws while texts are being read. */
  constructor(canRead: CanRead, demandTexts: () => void) {
    this.canRead = canRead;
    this.demandTexts = demandTexts;
  }

  /** Returns the rows of the table that match one of the texts, visible or not. The list belongs to one filter of one table. */
  rows(table: Table, asked: readonly AskedText[]): Uint32Array {
    const known = this.found.get(asked);
    if (known) return known;
    const rows = this.find(table, asked);
    this.found.set(asked, rows);
    return rows;
  }

  get replaced(): readonly ReplacedWord[] {
    return [...this.replacements].map(([word, by]) => ({ word, by }));
  }

  /** Replaces each word of the text that none of the tables has visibly. Words in quotation marks are not replaced. */
  forgive(tables: readonly Table[], { words, exact, phrases }: AskedText): void {
    const isWhole = tables.some((table) => isSeen(table, this.reader(table).valueDocuments(exact), this.canRead));
    if (isWhole) return;
    const quoted = new Set(phrases.flat());
    for (const word of words.filter((each) => !quoted.has(each.word)))
      if (!tables.some((table) => isSeen(table, this.documents(table, word), this.canRead))) this.replace(tables, word);
  }

  private replace(tables: readonly Table[], asked: AskedWord): void {
    const { word, begins } = asked;
    const near = new Set<string>();
    for (const table of tables) {
      const reader = this.reader(table);
      const { dictionary } = table.texts;
      const numbers = dictionary.near(word, begins);
      this.remember(table, asked, reader.documents(numbers));
      const isWordSeen = (each: string): boolean =>
        isSeen(table, reader.documents([dictionary.find(each)]), this.canRead);
      const words = mostSimilarFirst(
        word,
        numbers.map((number) => dictionary.word(number)),
        begins,
      );
      for (const each of namedWords(words, begins, isWordSeen)) near.add(each);
    }
    if (near.size === 0) return;
    this.replacements.set(
      word,
      namedWords(mostSimilarFirst(word, [...near], begins), begins, () => true),
    );
  }

  private find(table: Table, asked: readonly AskedText[]): Uint32Array {
    const found = asked.map((text) => textDocuments(this.reader(table), text, (word) => this.documents(table, word)));
    const [first = new Uint32Array(0), ...others] = found;
    for (const other of others) orInto(first, other);
    return rowsOfDocuments(table.texts, first, table.size);
  }

  private reader(table: Table): Reader {
    this.demandTexts();
    const known = this.readers.get(table);
    if (known) return known;
    const reader = new Reader(table.texts, this.canRead);
    this.readers.set(table, reader);
    return reader;
  }

  private documents(table: Table, word: AskedWord): Uint32Array {
    return (
      this.known.get(table)?.get(wordKey(word)) ?? this.remember(table, word, wordDocuments(this.reader(table), word))
    );
  }

  private remember(table: Table, word: AskedWord, documents: Uint32Array): Uint32Array {
    const known = this.known.get(table) ?? new Map<string, Uint32Array>();
    this.known.set(table, known.set(wordKey(word), documents));
    return documents;
  }
}
