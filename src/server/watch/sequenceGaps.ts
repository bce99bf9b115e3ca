// Which numbers of the change feed are still to come. Numbers are given when a row is written, rows are seen when their
// transaction commits, so a later number may be seen first: `seq > last` alone loses such rows (7 % when measured).
// A missing number is a hole. It is asked for again until it is seen, or until its transaction must be over (rolled back).
// Pure; createFeed reads the database.

/** Of the statement that read the rows: transactions below `xmin` are over, `xmax` is the next to start. */
export interface Snapshot {
  readonly xmin: number;
  readonly xmax: number;
}

/** Numbers from `from` to `to`, both among them. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Gaps {
  /** Everything above this has not been asked for yet. */
  readonly highest: number;
  /** In order: one range for a whole transaction of many rows. */
  holes(): readonly Range[];
  /** Takes the numbers that one reading saw; gives those not seen before. Without a snapshot when there were more to read. */
  take(seen: readonly number[], snapshot: Snapshot | undefined, now: number): number[];
}

interface Hole extends Range {
  readonly noticed: number;
  /** Transactions below this number may fill the hole; undefined while a writer may still be without one. */
  readonly horizon: number | undefined;
}

/** Between taking its number and its transaction id, a writer needs microseconds; after this it surely has both. */
const GRACE_MS = 1000;

const isRange = ({ from, to }: Range): boolean => from <= to;

/** Index of the hole that the number is in, or -1; the holes are in order. */
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

  /** Whether the number was missing. */
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
      ].filter(isRange),
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
