// Durations of repeated work, as medians because other work shares the machine.

export interface Times {
  /** Duration when nothing else runs. */
  readonly best: number;
  readonly median: number;
  readonly p95: number;
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

export const timesOf = (milliseconds: readonly number[]): Times => {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return { best: at(sorted, 0), median: at(sorted, 0.5), p95: at(sorted, 0.95) };
};

/**
 * Returns the milliseconds of each candidate. The candidates alternate, so that noise affects all of them equally. Each runs `inTurn` times
 * before the next one does.
 */
export const serially = async (
  candidates: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
  inTurn = 1,
): Promise<Record<string, Times>> => {
  const times: Record<string, number[]> = {};
  for (let round = -2; round < rounds; round++) {
    for (const [name, work] of Object.entries(candidates)) {
      for (let nth = 0; nth < inTurn; nth += 1) {
        const started = performance.now();
        await work();
        if (round >= 0) (times[name] ??= []).push(performance.now() - started);
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, timesOf(each)]));
};

export const milliseconds = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));
