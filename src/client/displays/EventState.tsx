// A state between which an event moved its item, or the step that it is about, in the words of the type that moved.

import { observer } from 'mobx-react-lite';
import type { Item } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { useClient } from 'src/client/useClient.ts';

const EVENT_STATES: readonly string[] = ['fromState', 'toState'];

/** Returns whether the path of the item holds such a state. */
export const isEventState = (item: Item, path: string): boolean =>
  item._t === SYSTEM_TYPES.event && EVENT_STATES.includes(path);

export const EventState = observer(({ event, path }: { readonly event: Item; readonly path: string }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const state = event[path];
  if (typeof state !== 'string') return null;
  const [step] = Array.isArray(event['also']) ? event['also'] : [];
  const type = registry.types[tryParseItemId(String(step ?? event['context']))?.type ?? ''];
  return <>{type ? stateWord(messages, type, { state }) : readableName(state)}</>;
});
