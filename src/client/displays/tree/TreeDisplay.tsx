// TREE: items below their parents, loaded branch by branch, with the keys of the WAI-ARIA tree pattern. Renders only
// rows in view; the tree itself has the focus and names the current row by aria-activedescendant.

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { depthOf, TreeMore, TreeRow, type TreeRowProps } from 'src/client/displays/tree/TreeRow.tsx';
import { pressTree, nextRowWithPrefix } from 'src/client/displays/tree/treeKeys.ts';
import type { ItemRow, TreeRowOf, TreeStore } from 'src/client/displays/tree/TreeStore.ts';
import { changedByMove, MoveDialog, useMove } from 'src/client/displays/tree/useMove.tsx';
import { useTree } from 'src/client/displays/tree/useTree.ts';
import { useTreeDrag } from 'src/client/displays/tree/useTreeDrag.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { virtualRows } from 'src/client/displays/virtualList.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import 'src/client/intl/laterMessages.ts';
import { readingKey } from 'src/client/ui/direction.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import 'src/client/displays/displays.css';
import 'src/client/displays/tree/tree.css';

const TREE_ROW = 34;
/** Letters typed within it are one beginning of a name. */
const TYPING_MS = 700;
const BRANCH_TIMEOUT_MS = 10_000;

const isItem = (row: TreeRowOf): row is ItemRow => row.kind === 'item';

/** The row that is current, by its key: rows come and go above it. */
const useCurrent = (props: DisplayProps, tree: TreeStore) => {
  const { rows } = tree;
  const [key, setKey] = useState<string>();
  const { wanted, arrive, note } = usePlace(props, false);
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  );
  const go = useCallback(
    (row: TreeRowOf | undefined): void => {
      setKey(row?.key);
      if (row && isItem(row)) note(row.id);
    },
    [note],
  );
  const isRead = rows.length > 0;
  useEffect(() => {
    if (wanted === undefined || !isRead) return;
    const show = async (): Promise<void> => {
      await tree.reveal(wanted).catch(() => false);
      const row = tree.rows.find((each) => isItem(each) && each.id === wanted);
      arrive();
      if (row) go(row);
    };
    void show();
  }, [tree, wanted, isRead, arrive, go]);
  return { at, go };
};

/** Typed letters lead to the next name that begins with them. */
const useTypeAhead = () => {
  const typed = useRef({ text: '', at: 0 });
  return ({ key }: KeyboardEvent): string | undefined => {
    if ([...key].length !== 1 || key === ' ' || key === '*') return undefined;
    const now = Date.now();
    const isOne = now - typed.current.at < TYPING_MS && typed.current.text !== key;
    typed.current = { text: isOne ? typed.current.text + key : key, at: now };
    return typed.current.text;
  };
};

const useTreeKeys = ({ store }: DisplayProps, tree: TreeStore, { at, go }: ReturnType<typeof useCurrent>) => {
  const { items } = useClient();
  const { open } = useOpenRow(store);
  const typeAhead = useTypeAhead();
  return (event: KeyboardEvent<HTMLElement>, page: number): void => {
    const { rows } = tree;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const ids = rows.filter(isItem).map(({ id }) => id);
    const itemAt = (index: number): ItemRow | undefined => {
      const row = rows[index];
      return row && isItem(row) ? row : undefined;
    };
    const enter = (index: number): void => {
      const row = rows[index];
      if (row?.kind === 'more') void tree.more(row.under);
      else if (row) open(row.id);
    };
    const acts = {
      go: (index: number) => go(rows[index]),
      open: (index: number, wanted: boolean) => {
        const row = itemAt(index);
        if (row) tree.toggle(row.id, wanted);
      },
      openBeside: (index: number) => {
        const { under } = rows[index] ?? {};
        for (const row of rows) if (isItem(row) && row.under === under && row.below > 0) tree.toggle(row.id, true);
      },
      enter,
      select: (index: number, range: boolean) => {
        const row = itemAt(index);
        if (row && range) store.selection.extendTo(row.id, ids);
        else if (row) store.selection.toggle(row.id);
      },
    };
    if (altKey || (event.target as Element).closest('input') !== null) return;
    if (key === 'Escape' && store.selection.count > 0) store.selection.clear();
    else if (ctrlKey || metaKey) return;
    else if (!pressTree(rows, at, { key: readingKey(event), shiftKey, page }, acts)) {
      const typed = typeAhead(event);
      if (typed === undefined) return;
      const names = rows.map((row) => (isItem(row) ? items.label(row.id) : undefined));
      const found = nextRowWithPrefix(names, at, typed);
      if (found !== undefined) go(rows[found]);
    }
    event.preventDefault();
    event.stopPropagation();
  };
};

interface FootProps {
  readonly tree: TreeStore;
  readonly row: ItemRow | undefined;
  readonly type: ItemType;
}

/** Bar below the tree: moves the current item, which pointer users drag. */
const Foot = observer(({ tree, row, type }: FootProps) => {
  const { session, items, alerts } = useClient();
  const messages = useMessages();
  const [moved, setMoved] = useState<ItemRow>();
  const move = useMove(tree, type);
  if (!session.signedIn) return null;
  const begin = async (): Promise<void> => {
    const id = row && changedByMove(type, row);
    if (id !== undefined) {
      const isAnswered = (): boolean => items.may(id, 'update') || items.refuses(id, 'update');
      await when(isAnswered, { timeout: BRANCH_TIMEOUT_MS }).catch(() => undefined);
      if (!items.may(id, 'update')) {
        alerts.info('tree.notMovable');
        return;
      }
    }
    setMoved(row);
  };
  return (
    <p className="kk-display-foot">
      <span className="kk-fill kk-soft">{row && items.label(row.id)}</span>
      <Button size="small" variant="minimal" icon="arrow-right" disabled={!row} onClick={() => void begin()}>
        {messages.format('tree.moveTo')}
      </Button>
      {moved && <MoveDialog row={moved} type={type} move={move} close={() => setMoved(undefined)} />}
    </p>
  );
});

const useName = ({ plan }: DisplayProps['store']): string => {
  const messages = useMessages();
  const { screen, types } = plan;
  return messages.format('tree.name', {
    name: screen === undefined ? messages.type(types[0]?.name ?? '') : messages.screen(screen),
  });
};

interface LineProps extends Pick<TreeRowProps, 'store' | 'tree' | 'among' | 'openId' | 'note'> {
  readonly row: TreeRowOf;
  readonly index: number;
  readonly start: number;
  readonly base: string;
  readonly isCurrent: boolean;
  readonly drag: ReturnType<typeof useTreeDrag>;
  readonly go: (row: TreeRowOf) => void;
  readonly measure: (element: HTMLElement | null) => void;
}

const TreeLine = observer(({ row, index, start, base, isCurrent, drag, go, measure, ...shown }: LineProps) => {
  const isOne = isItem(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys of the tree around it
    <div
      ref={measure}
      data-index={index}
      data-item={isOne ? row.id : undefined}
      id={`${base}-${row.key}`}
      role="treeitem"
      aria-level={row.level}
      aria-selected={isOne ? shown.store.selection.has(row.id) : false}
      {...(isOne && { 'aria-setsize': row.total, 'aria-posinset': row.place })}
      {...(isOne && row.below > 0 && { 'aria-expanded': row.open })}
      className={`kk-tree-item${isCurrent ? ' kk-tree-current' : ''}`}
      style={{ transform: `translateY(${start}px)`, ...depthOf(row.level) }}
      onClick={() => go(row)}
      {...(isOne && drag.placeAt(row))}
    >
      {isOne ? <TreeRow row={row} {...shown} {...drag.handleAt(row)} /> : <TreeMore row={row} tree={shown.tree} />}
    </div>
  );
});

/** The current row is brought into view where it moves, not where rows come and go above it. */
const useLineInView = (lines: { scrollToIndex(index: number): void }, at: number, key: string | undefined): void => {
  const latest = useRef(at);
  useEffect(() => {
    latest.current = at;
  });
  useEffect(() => {
    if (key !== undefined) lines.scrollToIndex(latest.current);
  }, [lines, key]);
};

export const TreeDisplay = observer((props: DisplayProps) => {
  const { store } = props;
  const messages = useMessages();
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useTree(props);
  const current = useCurrent(props, tree);
  const onKey = useTreeKeys(props, tree, current);
  const { openId, note } = useOpenRow(store);
  const type = store.plan.types[0];
  const drag = useTreeDrag(tree, type);
  const name = useName(store);
  const { rows } = tree;
  const { at } = current;
  const lines = useVirtualizer(
    virtualRows({
      scroller,
      count: rows.length,
      height: TREE_ROW,
      getItemKey: (index) => rows[index]?.key ?? index,
      // The current row is always there, so that it can be named.
      rangeExtractor: (range) =>
        [...new Set([at, ...defaultRangeExtractor(range)])]
          .filter((index) => index < range.count)
          .sort((a, b) => a - b),
    }),
  );
  useLineInView(lines, at, rows[at]?.key);
  if (rows.length === 0 && tree.failure !== undefined)
    return <PartFailed message="tree.failed" failure={tree.failure} again={() => tree.readAgain()} />;
  if (!type || (rows.length === 1 && rows[0]?.kind === 'more' && rows[0].state === 'reading')) return <Loading />;
  const ids = rows.filter(isItem).map(({ id }) => id);
  const row = rows[at];
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / TREE_ROW) - 1);
  return (
    <div className="kk-tree-frame">
      <p id={`${base}-keys`} className="kk-unseen">
        {messages.format('tree.keys')}
      </p>
      <div ref={scroller} className="kk-results-scroll">
        <div
          role="tree"
          tabIndex={0}
          className="kk-tree kk-virtual"
          aria-label={name}
          aria-describedby={`${base}-keys`}
          aria-multiselectable
          aria-activedescendant={row && `${base}-${row.key}`}
          // The key S asks for it.
          data-current-item={row && isItem(row) ? row.id : undefined}
          style={{ blockSize: lines.getTotalSize() }}
          onKeyDown={(event) => onKey(event, page)}
        >
          {lines.getVirtualItems().map(({ index, key, start }) => {
            const each = rows[index];
            return (
              each && (
                <TreeLine
                  key={key}
                  measure={lines.measureElement}
                  {...{ row: each, index, start, base, store, tree, drag, openId, note }}
                  isCurrent={index === at}
                  among={ids}
                  go={current.go}
                />
              )
            );
          })}
        </div>
      </div>
      {drag.dragged?.under !== undefined && (
        <div className="kk-tree-beginning" {...drag.placeAt(undefined)}>
          {messages.format('tree.toBeginning')}
        </div>
      )}
      <Foot tree={tree} row={row && isItem(row) ? row : undefined} type={type} />
    </div>
  );
});
