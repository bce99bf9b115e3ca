// Head of an item that reads like an entry of a dictionary: the word in large type, pronunciation, meaning, an example,
// and its neighbours in alphabetical order. Its parts are declared (`page.entry`).

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { type EditInPlace, EditableValue } from 'src/client/forms/draft/EditableValue.tsx';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { Sound } from 'src/client/viewers/Gallery.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { PageView } from 'src/model/schema/TypeView.ts';

type Entry = NonNullable<PageView['entry']>;

/** Words further on in the alphabet than this have no neighbours here; the listing has them. */
const MAX_NEIGHBOURS = 2000;

/** In the order of the sort; undefined on each side where there is none. */
const useNeighbours = ({ $id, _t, _u }: Item, type: ItemType, order: string): readonly (ItemId | undefined)[] => {
  const { search } = useClient();
  const [found, setFound] = useState<readonly (ItemId | undefined)[]>([]);
  useEffect(() => {
    let shown = true;
    const direction = type.view.sorts.find(({ key }) => key === order)?.order ?? 'asc';
    search.search({ must: { _t: [_t] }, sort: [{ key: order, order: direction }], max: MAX_NEIGHBOURS }).then(
      ({ ids }) => {
        const at = ids.indexOf($id);
        if (shown) setFound(at < 0 ? [] : [ids[at - 1], ids[at + 1]]);
      },
      () => {}, // the word is readable without them
    );
    return () => {
      shown = false;
    };
  }, [search, $id, _t, _u, type, order]);
  return found;
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

interface EntryHeadProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly entry: Entry;
  readonly place: EditInPlace | undefined;
}

export const EntryHead = observer(({ item, type, entry, place }: EntryHeadProps) => {
  const messages = useMessages();
  const column = useColumn();
  const { pronunciation, gloss, facts = [], examples = [], sound, order } = entry;
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
