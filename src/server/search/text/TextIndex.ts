// Texts of one table: the words of each item, those of its restricted parts, and those of its label. Documents are numbered in the order in
// which they were added. A changed text is a new document; the former one loses its row.

import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';
import { Compaction, renumberKept, type Renumbering } from 'src/server/search/text/Compaction.ts';
import { Dictionary } from 'src/server/search/text/Dictionary.ts';
import { NumberedHashes } from 'src/server/search/text/NumberedHashes.ts';
import { Postings } from 'src/server/search/text/Postings.ts';
import { textHash } from 'src/server/search/text/textHash.ts';

/** Words of a restricted part, separated by line breaks, and the acl of its readers. */
export type PartText = readonly [acl: number, words: string];

/** Texts of one item. */
export interface ItemText {
  /** Words separated by line breaks. */
  readonly words: string;
  /** Folded label. */
  readonly label: string;
  readonly parts: readonly PartText[];
}

/** Former texts are removed when there are more than this number, and than this share of all texts. */
const MIN_GONE = 5_000;
const MOST_GONE = 0.25;
const NO_DOCUMENT = -1;
const WORD_SEPARATOR = '\n';
/** First letter of the lexeme of an exact value (model/query/searchText.ts). */
const EXACT = '=';

const splitWords = (text: string, separator: string): string[] =>
  text === '' ? [] : text.split(separator).filter((word) => word !== '');

const itemTextHash = ({ words, label, parts }: ItemText): number =>
  textHash(parts.length === 0 ? `${words}\t${label}` : [words, label, ...parts.map(([, text]) => text)].join('\t'));

/** Moves the values of the kept numbers to their new places. Returns the count of kept ones. */
const moveNumbers = (numbers: Renumbering, arrays: readonly (Int32Array | Float64Array | Uint8Array)[]): number => {
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    const to = numbers[at] as number;
    if (to < 0) continue;
    for (const array of arrays) array[to] = array[at] as number;
    count = to + 1;
  }
  return count;
};

export class TextIndex {
  readonly dictionary = new Dictionary();
  /** Exact values (call numbers, codes). They are often unique, so only their hashes are kept. */
  readonly values = new NumberedHashes();
  items = new Postings();
  labels = new Postings();
  itemValues = new Postings();
  /** Documents of these are parts. */
  parts = new Postings();
  partValues = new Postings();
  /** Row per document; -1 for former texts. */
  rows = new Int32Array(0);
  /** First word of the label per document, and the number of its words, so that labels are ordered without their texts. */
  firstWords = new Int32Array(0);
  labelLengths = new Uint8Array(0);
  /** Document and readers per part. The parts of a document follow each other. */
  partDocuments = new Int32Array(0);
  partAcls = new Int32Array(0);
  documents = 0;
  partCount = 0;
  /** Number of documents without a row. */
  gone = 0;
  /** Texts that were put since a removal of former texts began. */
  private since: Map<number, ItemText> | undefined;
  private compaction: Compaction | undefined;
  private hashes = new Float64Array(0);
  private documentOfRow = new Int32Array(0);

  /** Returns whether the text of the row is known. */
  holds(row: number): boolean {
    return this.documentAt(row) !== NO_DOCUMENT;
  }

  /** Returns a text that is equal for equal texts with equal readers, or undefined without a text. */
  identity(row: number): string | undefined {
    const document = this.documentAt(row);
    if (document === NO_DOCUMENT) return undefined;
    const acls: number[] = [];
    for (let part = this.firstPart(document); this.isPartOf(part, document); part++)
      acls.push(this.partAcls[part] as number);
    return `${this.hashes[document]} ${acls.join(' ')}`;
  }

  put(row: number, text: ItemText): void {
    const hash = itemTextHash(text);
    const former = this.documentAt(row);
    if (former !== NO_DOCUMENT && this.hashes[former] === hash) {
      this.setAcls(former, text.parts);
      return;
    }
    this.remove(row);
    this.add(row, hash, text);
    this.since?.set(row, text);
  }

  remove(row: number): void {
    const document = this.documentAt(row);
    if (document === NO_DOCUMENT) return;
    this.rows[document] = NO_DOCUMENT;
    this.documentOfRow[row] = 0;
    this.gone += 1;
    this.since?.delete(row);
  }

  /** Sets the readers of all parts of the row. */
  restrict(row: number, acl: number): void {
    const document = this.documentAt(row);
    if (document === NO_DOCUMENT) return;
    for (let part = this.firstPart(document); this.isPartOf(part, document); part++) this.partAcls[part] = acl;
  }

  replaceAcls(now: (acl: number) => number): void {
    this.partAcls = this.partAcls.map(now);
  }

  /** Returns whether there are many former texts, or their removal has begun. */
  get needsCompaction(): boolean {
    return this.compaction !== undefined || (this.gone > MIN_GONE && this.gone > this.documents * MOST_GONE);
  }

  /** Removes former texts until the deadline in epoch ms. Called until `needsCompaction` is false. */
  compact(deadline: number): void {
    const compaction = (this.compaction ??= this.beginCompaction());
    if (compaction.step(deadline)) this.endCompaction(compaction);
  }

  saved(): Saved {
    const { dictionary, values, documents, partCount, gone } = this;
    const { rows, firstWords, labelLengths, hashes, partDocuments, partAcls } = this;
    const perDocument = { rows, firstWords, labelLengths, hashes };
    return {
      numbers: { documents, partCount, gone },
      arrays: {
        ...Object.fromEntries(Object.entries(perDocument).map(([name, array]) => [name, array.subarray(0, documents)])),
        ...{ partDocuments: partDocuments.subarray(0, partCount), partAcls: partAcls.subarray(0, partCount) },
      },
      parts: {
        ...{ dictionary: dictionary.saved(), values: values.saved() },
        items: this.items.saved(dictionary.size),
        labels: this.labels.saved(dictionary.size),
        parts: this.parts.saved(dictionary.size),
        itemValues: this.itemValues.saved(values.size),
        partValues: this.partValues.saved(values.size),
      },
    };
  }

  restore(from: Restored): void {
    this.documents = from.number('documents');
    this.partCount = from.number('partCount');
    this.gone = from.number('gone');
    this.rows = from.array('rows', Int32Array);
    this.firstWords = from.array('firstWords', Int32Array);
    this.labelLengths = from.array('labelLengths', Uint8Array);
    this.hashes = from.array('hashes', Float64Array);
    this.partDocuments = from.array('partDocuments', Int32Array);
    this.partAcls = from.array('partAcls', Int32Array);
    this.dictionary.restore(from.part('dictionary'));
    this.values.restore(from.part('values'));
    this.items.restore(from.part('items'));
    this.labels.restore(from.part('labels'));
    this.parts.restore(from.part('parts'));
    this.itemValues.restore(from.part('itemValues'));
    this.partValues.restore(from.part('partValues'));
    const greatest = this.rows.reduce((most, row) => Math.max(most, row), NO_DOCUMENT);
    this.documentOfRow = grown(this.documentOfRow, Int32Array, greatest + 1);
    for (let document = 0; document < this.documents; document++) {
      const row = this.rows[document] as number;
      if (row !== NO_DOCUMENT) this.documentOfRow[row] = document + 1;
    }
  }

  private beginCompaction(): Compaction {
    const { documents, partCount, rows, partDocuments } = this;
    const kept = renumberKept(documents, (document) => rows[document] !== NO_DOCUMENT);
    const keptParts = renumberKept(partCount, (part) => kept[partDocuments[part] as number] !== -1);
    this.since = new Map();
    return new Compaction(this, { documents: kept, parts: keptParts });
  }

  private endCompaction({ documents, parts, postings }: Compaction): void {
    const added = [...(this.since ?? [])].map(([row, text]) => [row, this.withPresentAcls(row, text)] as const);
    this.since = undefined;
    this.compaction = undefined;
    this.documents = moveNumbers(documents, [this.rows, this.hashes, this.firstWords, this.labelLengths]);
    this.partCount = moveNumbers(parts, [this.partDocuments, this.partAcls]);
    for (let part = 0; part < this.partCount; part++)
      this.partDocuments[part] = documents[this.partDocuments[part] as number] as number;
    ({ items: this.items, labels: this.labels, itemValues: this.itemValues } = postings);
    ({ parts: this.parts, partValues: this.partValues } = postings);
    this.documentOfRow.fill(0);
    this.gone = 0;
    for (let document = 0; document < this.documents; document++) {
      const row = this.rows[document] as number;
      if (row === NO_DOCUMENT) this.gone += 1;
      else this.documentOfRow[row] = document + 1;
    }
    for (const [row, text] of added) this.put(row, text);
  }

  /** Readers of parts may have changed since the text was put. */
  private withPresentAcls(row: number, text: ItemText): ItemText {
    const first = this.firstPart(this.documentAt(row));
    return { ...text, parts: text.parts.map(([acl, words], at) => [this.partAcls[first + at] ?? acl, words]) };
  }

  private documentAt(row: number): number {
    return (this.documentOfRow[row] ?? 0) - 1;
  }

  private add(row: number, hash: number, { words, label, parts }: ItemText): void {
    const document = this.documents++;
    this.rows = grown(this.rows, Int32Array, document + 1);
    this.hashes = grown(this.hashes, Float64Array, document + 1);
    this.firstWords = grown(this.firstWords, Int32Array, document + 1);
    this.labelLengths = grown(this.labelLengths, Uint8Array, document + 1);
    this.documentOfRow = grown(this.documentOfRow, Int32Array, row + 1);
    this.rows[document] = row;
    this.hashes[document] = hash;
    this.documentOfRow[row] = document + 1;
    this.addWords(words, document, this.items, this.itemValues);
    this.addLabel(document, label);
    for (const part of parts) this.addPart(document, part);
  }

  private addLabel(document: number, label: string): void {
    const words = splitWords(label, ' ');
    this.labelLengths[document] = Math.min(words.length, 255);
    this.firstWords[document] = -1;
    for (const [at, word] of words.entries()) {
      const number = this.dictionary.numberOf(word);
      if (at === 0) this.firstWords[document] = number;
      this.labels.add(number, document);
    }
  }

  private addPart(document: number, [acl, words]: PartText): void {
    const part = this.partCount++;
    this.partDocuments = grown(this.partDocuments, Int32Array, part + 1);
    this.partAcls = grown(this.partAcls, Int32Array, part + 1);
    this.partDocuments[part] = document;
    this.partAcls[part] = acl;
    this.addWords(words, part, this.parts, this.partValues);
  }

  private addWords(text: string, document: number, words: Postings, values: Postings): void {
    for (const word of splitWords(text, WORD_SEPARATOR))
      if (word.startsWith(EXACT)) values.add(this.valueNumber(word), document);
      else words.add(this.dictionary.numberOf(word), document);
  }

  private valueNumber(value: string): number {
    const hash = textHash(value);
    const known = this.values.find(hash);
    return known < 0 ? this.values.add(hash) : known;
  }

  private setAcls(document: number, parts: readonly PartText[]): void {
    const first = this.firstPart(document);
    for (const [at, [acl]] of parts.entries()) this.partAcls[first + at] = acl;
  }

  private isPartOf(part: number, document: number): boolean {
    return part < this.partCount && this.partDocuments[part] === document;
  }

  private firstPart(document: number): number {
    let low = 0;
    let high = this.partCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.partDocuments[middle] as number) < document) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
