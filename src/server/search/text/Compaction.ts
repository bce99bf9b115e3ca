// Removes former texts from the postings of a table, a few words at a time, so that searches wait only for one step. Texts that are put
// meanwhile are added at the end.

import { Postings } from 'src/server/search/text/Postings.ts';

/** Documents, or parts, with their numbers after the removal; -1 for removed ones. */
export type Renumbering = Int32Array;

/** The postings of a text index. */
interface TextPostings {
  readonly items: Postings;
  readonly labels: Postings;
  readonly itemValues: Postings;
  readonly parts: Postings;
  readonly partValues: Postings;
}

interface Store {
  readonly from: Postings;
  readonly to: Postings;
  readonly numbers: Renumbering;
}

/** Returns the numbers after the removal of those that `keeps` refuses. */
export const renumberKept = (count: number, keeps: (at: number) => boolean): Renumbering => {
  const numbers = new Int32Array(count).fill(-1);
  let next = 0;
  for (let at = 0; at < count; at++) if (keeps(at)) numbers[at] = next++;
  return numbers;
};

const copyWord = ({ from, to, numbers }: Store, word: number): void =>
  from.each(word, (document) => {
    const number = numbers[document] ?? -1;
    if (number >= 0) to.add(word, number);
  });

export class Compaction {
  readonly documents: Renumbering;
  readonly parts: Renumbering;
  readonly postings: TextPostings = {
    ...{ items: new Postings(), labels: new Postings(), itemValues: new Postings() },
    ...{ parts: new Postings(), partValues: new Postings() },
  };
  private readonly stores: readonly Store[];
  /** Words and values before the removal began. */
  private readonly words: number;
  private next = 0;

  constructor(
    from: TextPostings & { readonly dictionary: { readonly size: number }; readonly values: { readonly size: number } },
    numbers: { readonly documents: Renumbering; readonly parts: Renumbering },
  ) {
    this.documents = numbers.documents;
    this.parts = numbers.parts;
    this.words = Math.max(from.dictionary.size, from.values.size);
    const { items, labels, itemValues, parts, partValues } = this.postings;
    this.stores = [
      { from: from.items, to: items, numbers: this.documents },
      { from: from.labels, to: labels, numbers: this.documents },
      { from: from.itemValues, to: itemValues, numbers: this.documents },
      { from: from.parts, to: parts, numbers: this.parts },
      { from: from.partValues, to: partValues, numbers: this.parts },
    ];
  }

  /** Copies words until the deadline in epoch ms. Returns true at the end. */
  step(deadline: number): boolean {
    while (this.next < this.words) {
      for (const store of this.stores) copyWord(store, this.next);
      this.next += 1;
      if (Date.now() >= deadline) break;
    }
    return this.next >= this.words;
  }
}
