// The merge fields that a text may have, as an area of the product lists them (ClientDomain.mergeFields).

import { useMemo } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { MergeFieldList } from 'src/client/ClientDomain.ts';

/** Returns the fields of a property once they are loaded; undefined where it has none. */
export const useMergeFields = (type: string, path: string): MergeFieldList | undefined => {
  const { domain, registry } = useClient();
  const messages = useMessages();
  const of = `${type}.${path}`;
  const ask = domain.mergeFields?.[of];
  const { answer: make } = useServerData(ask && { of, ask });
  return useMemo(() => make?.(registry.types, messages), [make, registry, messages]);
};
