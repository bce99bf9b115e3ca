// What a relation field offers before enough is typed to ask: the newest items of its types. Asked once, when the field is opened.

import { useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { foldText } from 'src/model/text/foldText.ts';

const MOST = 8;
const NONE: readonly Suggestion[] = [];

/** Those that hold what is typed so far. Nothing for a relation to items of any type. */
export const useNewest = (
  types: readonly string[] | undefined,
  { opened, typed }: { readonly opened: boolean; readonly typed: string },
): readonly Suggestion[] => {
  const { search } = useClient();
  const [found, setFound] = useState(NONE);
  const asked = opened ? types?.join() : undefined;
  useEffect(() => {
    if (asked === undefined) return undefined;
    let wanted = true;
    const query = { must: { _t: asked.split(',') }, sort: [{ key: 'created', order: 'desc' as const }] };
    search.search({ ...query, max: MOST, labels: true }).then(
      ({ ids, labels = {} }) => {
        const named = ids.map(($id) => ({ $id, label: labels[$id] ?? '', type: parseItemId($id).type }));
        if (wanted) setFound(named.filter(({ label }) => label !== ''));
      },
      // Typing still finds them.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [asked, search]);
  const part = foldText(typed.trim());
  return part === '' ? found : found.filter(({ label }) => foldText(label).includes(part));
};
