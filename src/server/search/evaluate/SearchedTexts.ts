// Typed texts of one query, found in the texts of the tables. A word without any match that the asker may see is replaced by words that
// differ from it by typing errors. Only visible matches decide this, so that a hidden item is not revealed.

import { eachBit, orInto } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import {
  nearDocuments,
  Reader,
  rowsOfDocuments,
  textDocuments,
  wordDocuments,
  type AskedText,
  type AskedWord,
} from 'src/server/search/text/textMatches.ts';

type CanRead = (acl: number) => boolean;

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

export class SearchedTexts {
  /** Words that were replaced. */
  readonly forgiven = new Set<string>();
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

  /** Replaces each word of the text that none of the tables has visibly. Words in quotation marks are not replaced. */
  forgive(tables: readonly Table[], { words, exact, phrases }: AskedText): void {
    const isWhole = tables.some((table) => {
      const number = table.texts.dictionary.find(exact);
      return number >= 0 && isSeen(table, this.reader(table).documents([number]), this.canRead);
    });
    if (isWhole) return;
    const quoted = new Set(phrases.flat());
    for (const word of words.filter((each) => !quoted.has(each.word)))
      if (!tables.some((table) => isSeen(table, this.documents(table, word), this.canRead))) this.replace(tables, word);
  }

  private replace(tables: readonly Table[], word: AskedWord): void {
    let isReplaced = false;
    for (const table of tables) {
      const documents = nearDocuments(this.reader(table), word);
      this.remember(table, word, documents);
      isReplaced ||= isSeen(table, documents, this.canRead);
    }
    if (isReplaced) this.forgiven.add(word.word);
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
