// Tracks missing numbers of the change feed. Numbers are assigned when a row is written, but rows become visible when their transaction
// commits, so a later number may be seen first: `seq > last` would lose such rows (7 % when measured). A missing number is a gap. It is
// read again until it is seen, or until its transaction must have ended. Pure; createFeed reads the database.

/** Snapshot of the statement that read the rows: transactions below `xmin` have ended, `xmax` is the next to start. */
export interface Snapshot {
  readonly xmin: number;
  readonly xmax: number;
}

/** Numbers from `from` to `to`, inclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Gaps {
  /** The highest number that has been read. */
  readonly highest: number;
  /** Returns the gaps in order: one range for a whole transaction of many rows. */
  holes(): readonly Range[];
  /** Takes the numbers of one read and returns the new ones. `snapshot` is undefined if there were more rows to read. */
  take(seen: readonly number[], snapshot: Snapshot | undefined, now: number): number[];
}

interface Hole extends Range {
  readonly noticed: number;
  /** Transactions below this number may fill the gap; undefined while a writer may not have a number yet. */
  readonly horizon: number | undefined;
}

/** A writer needs microseconds between taking its number and its transaction id; after this time it has both. */
const GRACE_MS = 1000;

const isFilledRange = ({ from, to }: Range): boolean => from <= to;

/** Returns the index of the gap with the number, or -1. The gaps are in order. */
const indexOf = (holes: readonly Hole[], seq: number): number => {
  let [low, high] = [0, holes.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const hole = holes[middle];
    if (!hole || seq < hole.from) high = middle - 1;
    else if (seq > hole.to) low = middle + 1;
    else return middle;
  }
  return -1;
};

export const createGaps = (start: number, missing: readonly Range[], now: number): Gaps => {
  let highest = start;
  let holes: Hole[] = missing.map((range) => ({ ...range, noticed: now, horizon: undefined }));

  /** Returns whether the number was missing. */
  const fill = (seq: number): boolean => {
    const index = indexOf(holes, seq);
    const hole = holes[index];
    if (!hole) return false;
    holes.splice(
      index,
      1,
      ...[
        { ...hole, to: seq - 1 },
        { ...hole, from: seq + 1 },
      ].filter(isFilledRange),
    );
    return true;
  };

  const retire = ({ xmin, xmax }: Snapshot, at: number): void => {
    holes = holes
      .filter(({ horizon }) => horizon === undefined || xmin < horizon)
      .map((hole) => (hole.horizon === undefined && at - hole.noticed >= GRACE_MS ? { ...hole, horizon: xmax } : hole));
  };

  return {
    get highest() {
      return highest;
    },
    holes: () => holes,
    take(seen, snapshot, at) {
      const fresh: number[] = [];
      for (const seq of [...seen].sort((a, b) => a - b)) {
        if (seq <= highest) {
          if (fill(seq)) fresh.push(seq);
          continue;
        }
        if (seq > highest + 1) holes.push({ from: highest + 1, to: seq - 1, noticed: at, horizon: undefined });
        highest = seq;
        fresh.push(seq);
      }
      if (snapshot) retire(snapshot, at);
      return fresh;
    },
  };
};
