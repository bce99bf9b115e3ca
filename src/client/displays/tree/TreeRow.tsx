// One row of a tree: the button of its branch, its name, the number of its children, and its visibility.

import { observer } from 'mobx-react-lite';
import type { CSSProperties, DragEvent } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { itemName } from 'src/client/navigation/itemName.ts';
import { FoundText } from 'src/client/displays/FoundText.tsx';
import { RowLevel, RowSummary } from 'src/client/displays/RowSummary.tsx';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import type { ItemRow, MoreRow, TreeStore } from 'src/client/displays/tree/TreeStore.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { DragHandle } from 'src/client/ui/orderDrag.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Deeper rows move no further to the side: names keep a place. */
const DEEPEST_INDENT = 8;

export const depthOf = (level: number): CSSProperties =>
  ({ '--kk-tree-depth': Math.min(DEEPEST_INDENT, level - 1) }) as CSSProperties;

export interface TreeRowProps {
  readonly row: ItemRow;
  readonly store: ListingStore;
  readonly tree: TreeStore;
  readonly among: readonly ItemId[];
  readonly openId: string | undefined;
  readonly note: () => void;
  /** Absent where it is not this person's to move. */
  readonly drag?: { readonly onDragStart: (event: DragEvent<HTMLElement>) => void; readonly onDragEnd: () => void };
}

export const TreeRow = observer(({ row, store, tree, among, openId, note, drag }: TreeRowProps) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  const { id, below, open, found } = row;
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const type = registry.types[typeOfId(id)];
  const label = items.label(id);
  const name = itemName(items, messages.format, id);
  const { words } = store;
  const { hierarchy } = type?.view ?? {};
  return (
    <div className={`kk-tree-row${id === openId ? ' kk-tree-row-open' : ''}${found ? '' : ' kk-tree-row-above'}`}>
      {below > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className="kk-tree-caret"
          aria-label={messages.format(open ? 'tree.close' : 'tree.open', { name })}
          onClick={() => tree.toggle(id)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        </button>
      ) : (
        <span className="kk-tree-caret" />
      )}
      <SelectBox store={store} id={id} among={among} tabIndex={-1} />
      <span className="kk-fill kk-tree-name" title={found ? undefined : messages.format('tree.above', { name })}>
        <ItemLink id={id} className="kk-tree-title" tabIndex={-1} current={id === openId} onFollow={note}>
          {label !== undefined && words.length > 0 ? <FoundText text={label} words={words} /> : label}
        </ItemLink>
        {below > 0 && (
          <span className="kk-tree-count" title={messages.format('tree.below', { count: below })}>
            {below}
          </span>
        )}
        {item && type && hierarchy?.summary && <RowSummary item={item} type={type} display={hierarchy} />}
      </span>
      {item && <RowLevel item={item} />}
      {drag && <DragHandle {...drag} />}
    </div>
  );
});

export const TreeMore = observer(({ row, tree }: { readonly row: MoreRow; readonly tree: TreeStore }) => {
  const messages = useMessages();
  const { state, left, under } = row;
  return (
    <div className="kk-tree-row">
      <span className="kk-tree-caret" />
      {state === 'reading' ? (
        <span className="kk-soft">{messages.format('tree.reading')}</span>
      ) : (
        <button type="button" tabIndex={-1} className="kk-tree-more" onClick={() => void tree.more(under)}>
          {state === 'failed'
            ? `${messages.format('tree.failed')} ${messages.format('app.tryAgain')}`
            : messages.format('tree.more', { count: left })}
        </button>
      )}
    </div>
  );
});
