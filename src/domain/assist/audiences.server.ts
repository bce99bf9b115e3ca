// The agents for whom the visitor's device has masked its batches. A batch names the number of its mask; it goes to no agent outside of it.

export interface Audiences {
  /** The visitor masks for these agents from now on. Returns false for a number that is not newer than the last one. */
  announce(mask: number, agents: readonly string[]): boolean;
  /** Returns the agents of a mask; undefined for one that was never announced. */
  agentsOf(mask: number): ReadonlySet<string> | undefined;
  /** Batches with the masks announced so far go to no one. */
  withdraw(): void;
  /** The visitor's page begins again with its numbers. */
  reset(): void;
}

const NO_AGENTS: ReadonlySet<string> = new Set();

export const createAudiences = (): Audiences => {
  let newest = -1;
  let agents = NO_AGENTS;
  return {
    announce(mask, ids) {
      if (mask <= newest) return false;
      newest = mask;
      agents = new Set(ids);
      return true;
    },
    // Batches of an earlier mask were on their way when the visitor announced the present one.
    agentsOf: (mask) => (mask > newest ? undefined : mask === newest ? agents : NO_AGENTS),
    withdraw() {
      agents = NO_AGENTS;
    },
    reset() {
      newest = -1;
      agents = NO_AGENTS;
    },
  };
};
