// Which tabs of the site are open, told by a lock that each of them holds for as long as it lives; a crash lets go of it too.
// Locks need a secure page: elsewhere every tab believes to be the only one.

import type { OpenTabs } from 'src/client/connection/environment.ts';

const NAME = 'knowledge-keeper-tab/';
const TURN = 'knowledge-keeper-turn';

export const openTabs = (id: string, locks: LockManager | undefined): OpenTabs => {
  if (!locks) return { id, others: async () => new Set(), runExclusive: (run) => run() };
  const held = new Promise<void>((resolve) => {
    locks
      .request(NAME + id, () => {
        resolve();
        return new Promise<never>(() => {});
      })
      .catch(() => resolve());
  });
  return {
    id,
    others: async () => {
      await held;
      const { held: all = [] } = await locks.query();
      const ids = all.flatMap(({ name }) => (name?.startsWith(NAME) ? [name.slice(NAME.length)] : []));
      return new Set(ids.filter((each) => each !== id));
    },
    runExclusive: (run) => locks.request(TURN, run),
  };
};
