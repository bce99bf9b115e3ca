// The merge fields that a text may have, as an area of the product lists them (ClientDomain.mergeFields).

import { useEffect, useMemo, useState } from 'react';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export interface MergeField {
  readonly path: string;
  readonly title: string;
}

export interface MergeFieldGroup {
  readonly name: string;
  readonly fields: readonly MergeField[];
}

export interface MergeFieldList {
  /** The fields that a person can put in. */
  readonly groups: readonly MergeFieldGroup[];
  readonly titleOf: (path: string) => string;
  /** Returns the reason for which a field cannot stay; undefined for one that can. */
  readonly problemOf: (path: string) => string | undefined;
}

export type ListMergeFields = (types: Readonly<Record<string, ItemType>>, messages: Messages) => MergeFieldList;

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
