// Suggestions of the declared action of a choice, for the draft's current value from which they follow.

import { useCallback } from 'react';
import { geometryProblem } from 'src/client/forms/rules/geometryProblem.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { WizardChoice } from 'src/model/schema/TypeView.ts';
import { SIMPLE_KINDS } from 'src/model/geo/geoJson.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';

export interface Suggested {
  readonly id: string;
  readonly name: string;
}

interface AskedFor {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft;
  readonly choice: WizardChoice;
}

export interface Suggestions extends Answered<readonly Suggested[]> {
  /** True while the value that suggestions depend on is empty or invalid; nothing is requested then. */
  readonly lacks: boolean;
}

/** Milliseconds without a change of the value before the server is asked. */
const PAUSE = 400;

const pairsIn = (answer: unknown, name: string): readonly Suggested[] => {
  const list = isRecord(answer) ? answer[name] : undefined;
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).map((each) => ({ id: String(each['id']), name: String(each['name']) }));
};

/** Undefined for a value that a save would refuse. */
const askable = ({ type, draft, choice: { by } }: AskedFor): Json | undefined => {
  const value = draft.values[by] ?? undefined;
  const { kind, geo } = type.properties[by] ?? {};
  if (value === undefined || kind === undefined || !isGeometry(kind)) return value;
  return geometryProblem(value, geo?.kinds ?? SIMPLE_KINDS) ? undefined : value;
};

/** Its component is an observer. */
export const useChoiceSuggestions = (asked: AskedFor | undefined): Suggestions => {
  const { connection, items } = useClient();
  const value = asked && askable(asked);
  const key = value === undefined ? undefined : JSON.stringify(value);
  const { $id, _t, _i } = asked?.item ?? {};
  const { action, answer: list, by = '' } = asked?.choice ?? {};
  const ask = useCallback(async (): Promise<readonly Suggested[]> => {
    const body = { _t: _t ?? '', _i: _i ?? 0, [by]: JSON.parse(key ?? 'null') as Json };
    const pairs = pairsIn(await connection.send(`act/${action ?? ''}`, body), list ?? '');
    items.putLabels(Object.fromEntries(pairs.map(({ id, name }) => [id, name])));
    return pairs;
  }, [connection, items, action, list, by, key, _t, _i]);
  const data = useServerData(key === undefined ? undefined : { of: `${$id} ${key}`, ask, pause: PAUSE });
  return { ...data, lacks: key === undefined };
};
