// Which numbers of the change feed are still to come. Numbers are given when a row is written, rows are seen when their
// transaction commits, so a later number may be seen first: `seq > last` alone loses such rows (7 % when measured).
// A missing number is a hole. It is asked for again until it is seen, or until its transaction must be over (rolled back).
// Pure; createFeed reads the database.

/** Of the statement that read the rows: transactions below `xmin` are over, `xmax` is the next to start. */
export interface Snapshot {
  readonly xmin: number;
  readonly xmax: number;
}

export interface Gaps {
  /** Everything above this has not been asked for yet. */
  readonly highest: number;
  holes(): number[];
  /** Takes the numbers that one reading saw; gives those not seen before. */
  take(seen: readonly number[], snapshot: Snapshot, now: number): number[];
}

interface Hole {
  readonly noticed: number;
  horizon: number | undefined;
}

/** Between taking its number and its transaction id, a writer needs microseconds; after this it surely has both. */
const GRACE = 1000;

export const createGaps = (start: number, missing: readonly number[], now: number): Gaps => {
  let highest = start;
  const holes = new Map<number, Hole>(missing.map((seq) => [seq, { noticed: now, horizon: undefined }]));

  const retire = (snapshot: Snapshot, at: number): void => {
    for (const [seq, hole] of holes) {
      if (hole.horizon !== undefined && snapshot.xmin >= hole.horizon) holes.delete(seq);
      else if (hole.horizon === undefined && at - hole.noticed >= GRACE) hole.horizon = snapshot.xmax;
    }
  };

  return {
    get highest() {
      return highest;
    },
    holes: () => [...holes.keys()],
    take(seen, snapshot, at) {
      const fresh: number[] = [];
      for (const seq of [...seen].sort((a, b) => a - b)) {
        if (seq <= highest) {
          if (holes.delete(seq)) fresh.push(seq);
          continue;
        }
        for (let between = highest + 1; between < seq; between++)
          holes.set(between, { noticed: at, horizon: undefined });
        highest = seq;
        fresh.push(seq);
      }
      retire(snapshot, at);
      return fresh;
    },
  };
};
