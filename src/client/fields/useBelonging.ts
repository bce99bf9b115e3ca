// Options of a field with a restricting declaration: items that belong to the value of another field (`x-belongs`), or have one of the
// declared values (`only` of a relation), found by typing or the first by name, without people whose accounts are blocked. The rules of the
// server decide again.

import { useCallback } from 'react';
import { isLongEnough } from 'src/client/fields/useSuggestions.ts';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Filters, Suggestion } from 'src/model/generated/wire.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Belonging, Relation } from 'src/model/schema/Property.ts';

const OFFERS_SHOWN = 20;

interface Asked {
  readonly belongs?: Belonging | undefined;
  readonly only?: Relation['only'];
  readonly types: readonly string[] | undefined;
  /** Ids chosen where the items are to belong to. */
  readonly owners?: readonly string[];
  readonly typed: string;
  readonly opened: boolean;
}

interface Belongings {
  readonly found: readonly Suggestion[];
  /** They are of what was typed before. */
  readonly waiting: boolean;
}

/** Undefined for a field without such a rule, and until something is found. */
export const useBelonging = ({ belongs, only, types, owners = [], typed, opened }: Asked): Belongings | undefined => {
  const { search, connection } = useClient();
  const text = isLongEnough(typed) ? typed.trim() : '';
  const by = belongs?.by;
  const narrowed = { ...only, ...(by !== undefined && owners.length > 0 && { [by]: owners }) };
  const isNarrow = by !== undefined || only !== undefined;
  const of = !isNarrow || !opened || !types ? undefined : JSON.stringify({ _t: types, ...narrowed });
  const ask = useCallback(async (): Promise<readonly Suggestion[]> => {
    const within = JSON.parse(of ?? '{}') as Filters;
    const must: Filters = { ...within, ...(text !== '' && { text: [text] }) };
    const { ids, labels = {} } = await search.search({ must, max: OFFERS_SHOWN, labels: true });
    const items = ids.length === 0 ? {} : await connection.send('readMany/object', ids);
    const free = ids.filter((id) => items[id] && items[id]['blocked'] !== true);
    const named = free.map(($id) => ({ $id, label: labels[$id] ?? '', type: parseItemId($id).type }));
    return named.toSorted((one, other) => one.label.localeCompare(other.label));
  }, [search, connection, of, text]);
  const pause = text === '' ? undefined : DELAYS.input;
  const { answer: found, loading } = useServerData(of === undefined ? undefined : { of, ask, pause });
  return found && { found, waiting: loading };
};
