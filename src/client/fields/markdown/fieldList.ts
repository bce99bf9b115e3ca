// The merge fields that a text may have, as an area of the product lists them (ClientDomain.mergeFields).

import { useEffect, useMemo, useState } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ListMergeFields, MergeFieldList } from 'src/client/ClientDomain.ts';

/** Returns the fields of a property once they are loaded; undefined where it has none. */
export const useMergeFields = (type: string, path: string): MergeFieldList | undefined => {
  const { domain, registry } = useClient();
  const messages = useMessages();
  const [list, setList] = useState<{ readonly make: ListMergeFields }>();
  const load = domain.mergeFields?.[`${type}.${path}`];
  useEffect(() => {
    let wanted = true;
    void load?.().then((make) => {
      if (wanted) setList({ make });
    });
    return () => {
      wanted = false;
    };
  }, [load]);
  return useMemo(() => list?.make(registry.types, messages), [list, registry, messages]);
};
