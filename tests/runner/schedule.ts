// Runs steps side by side where cores are idle: each as soon as its cores are free and what it waits for has ended, in their order.
// Called by tests/run.ts.

export interface Scheduled {
  readonly name: string;
  readonly cores: number;
  readonly after?: readonly string[];
}

/** The named steps and whatever one of them needs, in the order of all. */
export const withNeeded = <S extends Scheduled>(steps: readonly S[], names: readonly string[]): S[] => {
  const wanted = new Set(names);
  // What is added by the way is come to as well.
  for (const name of wanted)
    for (const needed of steps.find((step) => step.name === name)?.after ?? []) wanted.add(needed);
  return steps.filter(({ name }) => wanted.has(name));
};

/** Resolves when all have ended; a step that waits for one that was not asked for does not wait. */
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
