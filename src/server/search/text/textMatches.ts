// Rows of a table that match a typed text. Words of restricted parts count only for their readers: a row matches when each word is in the
// item or in a part that the asker may read.

import { andInto, andNotInto, bitsFor, eachBit, orInto, setBit } from 'src/server/search/columns/bits.ts';
import type { Postings } from 'src/server/search/text/Postings.ts';
import { textHash } from 'src/server/search/text/textHash.ts';
import type { TextIndex } from 'src/server/search/text/TextIndex.ts';

export interface AskedWord {
  readonly word: string;
  /** Matches the beginnings of words too. */
  readonly begins: boolean;
}

/** A typed text. Matches an item with all words, or with the exact value. */
export interface AskedText {
  readonly words: readonly AskedWord[];
  /** Lexeme of an exact value. */
  readonly exact: string;
  /** Words that must follow each other. The index has no positions, so PostgreSQL compares the matches. */
  readonly phrases: readonly (readonly string[])[];
  /** Words that a match does not contain. */
  readonly without: readonly string[];
}

type CanRead = (acl: number) => boolean;

const readableParts = ({ partAcls, partCount }: TextIndex, canRead: CanRead): Uint32Array => {
  const bits = bitsFor(partCount);
  for (let part = 0; part < partCount; part++) if (canRead(partAcls[part] as number)) setBit(bits, part);
  return bits;
};

/** Texts of one table for one asker. Created for each query; the readable parts are found when a word needs them. */
export class Reader {
  readonly index: TextIndex;
  private readonly canRead: CanRead;
  private ownParts: Uint32Array | undefined;

  constructor(index: TextIndex, canRead: CanRead) {
    this.index = index;
    this.canRead = canRead;
  }

  /** Returns the documents with any of the words, also in readable parts. */
  documents(numbers: readonly number[]): Uint32Array {
    return this.documentsIn(this.index.items, this.index.parts, numbers);
  }

  /** Returns the documents with the exact value. */
  valueDocuments(value: string): Uint32Array {
    const { values, itemValues, partValues } = this.index;
    return this.documentsIn(itemValues, partValues, [values.find(textHash(value))]);
  }

  private documentsIn(items: Postings, parts: Postings, numbers: readonly number[]): Uint32Array {
    const { documents, partCount } = this.index;
    const bits = bitsFor(documents);
    let inParts: Uint32Array | undefined;
    for (const number of numbers) {
      if (number < 0) continue;
      items.addTo(number, bits);
      if (parts.has(number)) parts.addTo(number, (inParts ??= bitsFor(partCount)));
    }
    if (inParts) this.addDocuments(inParts, bits);
    return bits;
  }

  /** Adds the documents of the parts that are readable. */
  private addDocuments(parts: Uint32Array, bits: Uint32Array): void {
    const { partDocuments } = this.index;
    this.ownParts ??= readableParts(this.index, this.canRead);
    andInto(parts, this.ownParts);
    eachBit(parts, (part) => setBit(bits, partDocuments[part] as number));
  }
}

const wordNumbers = ({ dictionary }: TextIndex, { word, begins }: AskedWord): readonly number[] =>
  begins ? dictionary.beginningWith(word) : [dictionary.find(word)];

/** Returns the documents with the word. */
export const wordDocuments = (reader: Reader, asked: AskedWord): Uint32Array =>
  reader.documents(wordNumbers(reader.index, asked));

/** Returns the rows of documents that still have one. */
export const rowsOfDocuments = ({ rows }: TextIndex, documents: Uint32Array, size: number): Uint32Array => {
  const found = bitsFor(size);
  eachBit(documents, (document) => {
    const row = rows[document] as number;
    if (row >= 0) setBit(found, row);
  });
  return found;
};

/** `documentsOf` finds the documents of one word. */
export const textDocuments = (
  reader: Reader,
  { words, exact, without }: AskedText,
  documentsOf: (asked: AskedWord) => Uint32Array,
): Uint32Array => {
  let found: Uint32Array | undefined;
  for (const asked of words) {
    const documents = documentsOf(asked);
    if (found) andInto(found, documents);
    else found = documents.slice();
  }
  const bits = found ?? bitsFor(reader.index.documents);
  orInto(bits, reader.valueDocuments(exact));
  for (const word of without) andNotInto(bits, wordDocuments(reader, { word, begins: false }));
  return bits;
};

/** Returns the documents with a label that has one of the words of each token: by default, a word that begins with it. */
export const labelDocuments = (
  { dictionary, labels, documents }: TextIndex,
  tokens: readonly string[],
  words: (token: string) => readonly number[] = (token) => dictionary.beginningWith(token),
): Uint32Array => {
  let found: Uint32Array | undefined;
  for (const token of tokens) {
    const bits = bitsFor(documents);
    for (const number of words(token)) labels.addTo(number, bits);
    if (found) andInto(found, bits);
    else found = bits;
  }
  return found ?? bitsFor(documents);
};
