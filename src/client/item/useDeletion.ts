// Asks the server whether an item that cannot be shown was deleted. A person who could not read it gets no answer that differs from that for
// an unknown item.

import { useCallback } from 'react';
import type { Loaded } from 'src/client/stores/ItemStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Problem } from 'src/model/problems.ts';

export type Deletion = Endpoints['itemDeletion']['answer'];

export type Absent = Extract<Loaded, { readonly state: 'gone' | 'failed' }>;

export const isAbsence = ({ key }: Problem): boolean => key === 'notAllowed' || key === 'notFound';

/**
 * Returns who deleted the item and when, as the server answers. Before the answer and after a failure, returns what the page already knows.
 */
export const useDeletion = (id: string, loaded: Absent): Deletion => {
  const { connection } = useClient();
  const ask = useCallback(() => connection.send('act/itemDeletion', { itemId: id }), [connection, id]);
  const isAsked = loaded.state === 'gone' || isAbsence(loaded.problem);
  const { answer } = useServerData(isAsked ? { of: id, ask } : undefined);
  return answer ?? { deleted: loaded.state === 'gone' && loaded.deleted === true };
};
