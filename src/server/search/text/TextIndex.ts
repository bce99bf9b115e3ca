// Texts of one table: the words of each item, those of its restricted parts, and those of its label. Documents are numbered in the order in
// which they were added. A changed text is a new document; the former one loses its row.

import { grown } from 'src/server/search/columns/Lists.ts';
import { Dictionary } from 'src/server/search/text/Dictionary.ts';
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

const NO_DOCUMENT = -1;
const WORD_SEPARATOR = '\n';

const splitWords = (text: string, separator: string): string[] =>
  text === '' ? [] : text.split(separator).filter((word) => word !== '');

const itemTextHash = ({ words, label, parts }: ItemText): number =>
  textHash(parts.length === 0 ? `${words}\t${label}` : [words, label, ...parts.map(([, text]) => text)].join('\t'));

export class TextIndex {
  readonly dictionary = new Dictionary();
  readonly items = new Postings();
  readonly labels = new Postings();
  /** Documents of these are parts. */
  readonly parts = new Postings();
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
  private hashes = new Float64Array(0);
  private documentOfRow = new Int32Array(0);

  /** Returns whether the text of the row is known. */
  holds(row: number): boolean {
    return this.documentAt(row) !== NO_DOCUMENT;
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
  }

  remove(row: number): void {
    const document = this.documentAt(row);
    if (document === NO_DOCUMENT) return;
    this.rows[document] = NO_DOCUMENT;
    this.documentOfRow[row] = 0;
    this.gone += 1;
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
    for (const word of splitWords(words, WORD_SEPARATOR)) this.items.add(this.dictionary.numberOf(word), document);
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
    for (const word of splitWords(words, WORD_SEPARATOR)) this.parts.add(this.dictionary.numberOf(word), part);
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
