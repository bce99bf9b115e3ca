// Contents of an item that people work on from its page: sections of a text in their order, which can be put in another one, and a ledger,
// whose entries show what was agreed and what is late. Each opens in the next column, where it is changed in place.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import 'src/client/item/worked.css';
import 'src/client/intl/laterMessages.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { PageContents } from 'src/model/schema/TypeView.ts';

interface WorkedProps {
  readonly item: Item;
  readonly group: PageContents;
  readonly held: ItemType;
  readonly ids: readonly ItemId[];
}

/** Returns the items that have loaded, in the order of the ids. Observable. */
const useLoadedItems = (ids: readonly ItemId[]): readonly Item[] => {
  const { items } = useClient();
  return ids.flatMap((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
};

const orderIn = (item: Item, path: string): number => {
  const value = item[path];
  return typeof value === 'number' ? value : Infinity;
};

/** Every section is given its number, so that those without one get a place too. */
const useReorder = (path: string) => {
  const { items, alerts } = useClient();
  const [busy, setBusy] = useState(false);
  const reorder = async (sections: readonly Item[]): Promise<void> => {
    setBusy(true);
    try {
      for (const [at, section] of sections.entries())
        if (section[path] !== at + 1) await items.update({ $id: section.$id, _u: section._u, [path]: at + 1 });
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { busy, reorder };
};

const Sections = observer(
  ({ held, ids, text, order }: WorkedProps & { readonly text: string; readonly order: string }) => {
    const { items } = useClient();
    const messages = useMessages();
    const { busy, reorder } = useReorder(order);
    const sections = useLoadedItems(ids).toSorted(
      (one, other) => orderIn(one, order) - orderIn(other, order) || one._i - other._i,
    );
    const move = (at: number, by: number): void => {
      const next = [...sections];
      const [moved] = next.splice(at, 1);
      if (moved) next.splice(at + by, 0, moved);
      void reorder(next);
    };
    const mayMove = sections.length > 1 && sections.every(({ $id }) => items.may($id, 'update'));
    return (
      <ol className="kk-plain-list kk-sections">
        {sections.map((section, at) => {
          const property = held.properties[text];
          return (
            <li key={section.$id} className="kk-section">
              <div className="kk-section-head">
                <ItemLink id={section.$id} className="kk-entry-title" />
                {mayMove && (
                  <span className="kk-section-moves">
                    <IconButton
                      size="small"
                      icon="arrow-up"
                      label={messages.format('contents.up', { label: section.$label })}
                      disabled={busy || at === 0}
                      onClick={() => move(at, -1)}
                    />
                    <IconButton
                      size="small"
                      icon="arrow-down"
                      label={messages.format('contents.down', { label: section.$label })}
                      disabled={busy || at === sections.length - 1}
                      onClick={() => move(at, 1)}
                    />
                  </span>
                )}
              </div>
              {property && !isEmptyValue(section[text]) && (
                <PropertyValue type={held.name} property={property} value={section[text]} item={section} />
              )}
            </li>
          );
        })}
      </ol>
    );
  },
);

const isLate = (item: Item, due: PageContents['due'], today: string): boolean => {
  const day = due && item[due.path];
  return due !== undefined && typeof day === 'string' && day < today && due.is.includes(String(item[due.while]));
};

const Ledger = observer(({ held, ids, group: { columns = [], due } }: WorkedProps) => {
  const { today } = useClient().day;
  const messages = useMessages();
  const [onlyLate, setOnlyLate] = useState(false);
  const all = useLoadedItems(ids);
  const late = all.filter((each) => isLate(each, due, today));
  const shown = onlyLate && late.length > 0 ? late : all;
  return (
    <>
      {late.length > 0 && (
        <p className="kk-ledger-late">
          <Button
            size="small"
            icon="warning-sign"
            active={onlyLate}
            aria-pressed={onlyLate}
            onClick={() => setOnlyLate(!onlyLate)}
          >
            {messages.format('contents.late', { count: late.length })}
          </Button>
        </p>
      )}
      <ul className="kk-plain-list kk-ledger">
        {shown.map((entry) => {
          const isOver = isLate(entry, due, today);
          return (
            <li key={entry.$id} className={isOver ? 'kk-ledger-entry kk-ledger-over' : 'kk-ledger-entry'}>
              <ItemLink id={entry.$id} className="kk-entry-title" />
              <dl>
                {columns.map((path) => {
                  const property = held.properties[path];
                  if (!property || isEmptyValue(entry[path])) return null;
                  const isDue = isOver && path === due?.path;
                  return (
                    <div key={path}>
                      <dt>{messages.property(held.name, path)}</dt>
                      <dd className={isDue ? 'kk-late' : undefined}>
                        {isDue && <Icon name="warning-sign" />}{' '}
                        <PropertyValue type={held.name} property={property} value={entry[path]} item={entry} />
                        {isDue && ` ${messages.format('workflow.overdue')}`}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </li>
          );
        })}
      </ul>
    </>
  );
});

export const WorkedContents = (props: WorkedProps) => {
  const { text, order } = props.group;
  return text !== undefined && order !== undefined ? (
    <Sections {...props} text={text} order={order} />
  ) : (
    <Ledger {...props} />
  );
};
