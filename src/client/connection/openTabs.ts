// Which tabs of the site are open, told by a lock that each of them holds for as long as it lives; a crash lets go of it too.
// Locks need a secure page: elsewhere every tab believes to be the only one.

import type { OpenTabs } from 'src/client/connection/environment.ts';

const NAME = 'knowledge-keeper-tab/';
const TURN = 'knowledge-keeper-turn';

const GIVE_UP = 'give up drafts';

const channelOver = (channel: BroadcastChannel): Pick<OpenTabs, 'giveUpDrafts' | 'onDraftsGivenUp'> => ({
  giveUpDrafts: () => channel.postMessage(GIVE_UP),
  onDraftsGivenUp: (handle) => {
    const listen = ({ data }: MessageEvent<unknown>): void => {
      if (data === GIVE_UP) handle();
    };
    channel.addEventListener('message', listen);
    return () => channel.removeEventListener('message', listen);
  },
});

export const openTabs = (id: string, locks: LockManager | undefined): OpenTabs => {
  const channel = channelOver(new BroadcastChannel(NAME));
  if (!locks) return { id, others: async () => new Set(), runExclusive: (run) => run(), ...channel };
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
    ...channel,
  };
};
