// Runs steps in parallel on idle cores: each step starts, in order, when its cores are free and its prerequisites have ended.
// Called by tests/run.ts.

export interface Scheduled {
  readonly name: string;
  readonly cores: number;
  readonly after?: readonly string[];
}

/** Returns the named steps and their prerequisites, in the order of all steps. */
export const withNeeded = <S extends Scheduled>(steps: readonly S[], names: readonly string[]): S[] => {
  const wanted = new Set(names);
  // The loop also visits entries that it adds.
  for (const name of wanted)
    for (const needed of steps.find((step) => step.name === name)?.after ?? []) wanted.add(needed);
  return steps.filter(({ name }) => wanted.has(name));
};

/** Runs the steps and resolves when all have ended. A step does not wait for a prerequisite that is not in the list. */
export const schedule = async <S extends Scheduled>(
  steps: readonly S[],
  cores: number,
  run: (step: S) => Promise<void>,
): Promise<void> => {
  const waiting = new Set(steps);
  const running = new Map<S, Promise<S>>();
  const isFree = (step: S): boolean => {
    const used = [...running.keys()].reduce((sum, each) => sum + each.cores, 0);
    const open = [...waiting, ...running.keys()].map(({ name }) => name);
    return (used === 0 || used + step.cores <= cores) && !(step.after ?? []).some((name) => open.includes(name));
  };
  while (waiting.size > 0 || running.size > 0) {
    for (const step of waiting) {
      if (!isFree(step)) continue;
      waiting.delete(step);
      running.set(
        step,
        run(step).then(() => step),
      );
    }
    running.delete(await Promise.race(running.values()));
  }
};
