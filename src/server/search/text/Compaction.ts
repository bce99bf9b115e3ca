// Removes former texts from the postings of a table, a few words at a time, so that searches wait only for one step. Texts that are put
// meanwhile are added at the end.

import { Postings } from 'src/server/search/text/Postings.ts';

/** Documents, or parts, with their numbers after the removal; -1 for removed ones. */
export type Renumbering = Int32Array;

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
  readonly items = new Postings();
  readonly labels = new Postings();
  readonly partWords = new Postings();
  private readonly stores: readonly Store[];
  private readonly words: number;
  private next = 0;

  constructor(
    from: { readonly items: Postings; readonly labels: Postings; readonly parts: Postings },
    numbers: { readonly documents: Renumbering; readonly parts: Renumbering },
    words: number,
  ) {
    this.documents = numbers.documents;
    this.parts = numbers.parts;
    this.words = words;
    this.stores = [
      { from: from.items, to: this.items, numbers: this.documents },
      { from: from.labels, to: this.labels, numbers: this.documents },
      { from: from.parts, to: this.partWords, numbers: this.parts },
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
