// Head of an item that reads like an entry of a dictionary: the word in large type, pronunciation, meaning, an example,
// and its neighbours in alphabetical order. Its parts are declared (`page.entry`).

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import {
  PropertyValue,
  useClient,
  useColumn,
  useMessages,
  useServerData,
  type PagePartProps,
} from 'src/client/extend.ts';
import { EditableValue, idsOfFiles, Sound } from 'src/client/extendPage.ts';
import 'src/domain/vocab/entryPart.css';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Words further on in the alphabet than this have no neighbours here; the listing has them. */
const MAX_NEIGHBOURS = 2000;

/** Returns the items before and after this one in the order of the sort. The word is readable without them. */
const useNeighbours = ({ $id, _t, _u }: Item, type: ItemType, order: string): readonly (ItemId | undefined)[] => {
  const { search } = useClient();
  const direction = type.view.sorts.find(({ key }) => key === order)?.order ?? 'asc';
  const ask = useCallback(async () => {
    const sort = [{ key: order, order: direction }];
    const { ids } = await search.search({ must: { _t: [_t] }, sort, max: MAX_NEIGHBOURS });
    const at = ids.indexOf($id);
    return at < 0 ? [] : [ids[at - 1], ids[at + 1]];
  }, [search, $id, _t, order, direction]);
  return useServerData({ of: $id, ask, version: _u }).answer ?? [];
};

const Neighbours = observer(
  ({ item, type, order }: { readonly item: Item; readonly type: ItemType; readonly order: string }) => {
    const messages = useMessages();
    const column = useColumn();
    const { items, navigation } = useClient();
    const neighbours = useNeighbours(item, type, order);
    if (neighbours.every((id) => id === undefined)) return null;
    return (
      <nav aria-label={messages.format('entry.neighbours')} className="kk-word-neighbours">
        {(['previous', 'next'] as const).map((side, at) => {
          const id = neighbours[at];
          const label = id === undefined ? undefined : items.label(id);
          if (id === undefined || label === undefined) return <span key={side} />;
          const segment = `i-${id}`;
          return (
            <a
              key={side}
              href={navigation.href(column - 1, segment)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                void (column === 0 ? navigation.go(`/${segment}`) : navigation.open(column - 1, segment));
              }}
            >
              <span className="kk-soft">{messages.format(`entry.${side}`)}</span> <bdi>{label}</bdi>
            </a>
          );
        })}
      </nav>
    );
  },
);

export const EntryPart = observer(({ item, type, place }: PagePartProps) => {
  const messages = useMessages();
  const column = useColumn();
  const { pronunciation, gloss, facts = [], examples = [], sound, order = '' } = type.view.page?.entry ?? {};
  const show = (path: string | undefined, look: string) => {
    const property = path === undefined ? undefined : type.properties[path];
    if (path === undefined || !property || isEmptyValue(item[path])) return null;
    return (
      <div key={path} className={look}>
        <EditableValue name={messages.property(type.name, path)} property={property} place={place}>
          <PropertyValue type={type.name} property={property} value={item[path]} item={item} from={column} />
        </EditableValue>
      </div>
    );
  };
  return (
    <div className="kk-word">
      {show(pronunciation, 'kk-word-sounds')}
      {sound !== undefined && idsOfFiles(item[sound]).map((id) => <Sound key={id} id={id} />)}
      <div className="kk-word-facts">{facts.map((path) => show(path, 'kk-word-fact'))}</div>
      {show(gloss, 'kk-word-gloss')}
      {examples.some((path) => !isEmptyValue(item[path])) && (
        <blockquote className="kk-word-example">{examples.map((path) => show(path, 'kk-word-line'))}</blockquote>
      )}
      <Neighbours item={item} type={type} order={order} />
    </div>
  );
});
