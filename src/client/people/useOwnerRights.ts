// The capabilities of all owners, and how an administrator of the site gives and removes one.

import { useCallback } from 'react';
import { nameOfRight } from 'src/client/people/rightBoxes.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';

type Answer = Endpoints['ownerRights']['answer'];
export type OwnerRights = Answer['owners'][number];

interface OwnersRights {
  readonly answer: Answer | undefined;
  readonly failure: unknown;
  readonly load: () => Promise<void>;
  readonly toggle: (owner: OwnerRights, capability: string) => Promise<void>;
}

export const useOwnerRights = (): OwnersRights => {
  const { connection, alerts, dialogs, items } = useClient();
  const messages = useMessages();
  const ask = useCallback(async (): Promise<Answer> => {
    const answered = await connection.send('act/ownerRights', {});
    items.putLabels(Object.fromEntries(answered.owners.map(({ $id, name }) => [$id, name])));
    return answered;
  }, [connection, items]);
  const { answer, failure, again } = useServerData({ of: 'owners', ask });

  /** Asks first when people would lose the right. */
  const isSure = async ({ name, people, held }: OwnerRights, capability: string): Promise<boolean> => {
    const count = people[capability] ?? 0;
    if (!held.includes(capability) || count === 0) return true;
    return await dialogs.confirm({
      ...{ title: 'ownerRights.takeTitle', message: 'ownerRights.takeMessage', apply: 'ownerRights.take' },
      values: { name, count, right: nameOfRight(messages, capability) },
      danger: true,
    });
  };
  const toggle = async (owner: OwnerRights, capability: string): Promise<void> => {
    const { $id, _u, name, held } = owner;
    if (!answer?.property || !(await isSure(owner, capability))) return;
    const next = held.includes(capability) ? held.filter((each) => each !== capability) : [...held, capability];
    try {
      await connection.send('update', { $id, _u, [answer.property]: next });
      alerts.info('ownerRights.changed', { name });
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      await again();
    }
  };
  return { answer, failure, load: again, toggle };
};
