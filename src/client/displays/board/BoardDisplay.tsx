// BOARD: a column for each value of the declared property, such as the states of a workflow, with the results as cards. A card is moved by
// dragging it, or by its menu; both make the moves that the item's page offers.

import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { BoardColumn } from 'src/client/displays/board/BoardColumn.tsx';
import { BoardMoves } from 'src/client/displays/board/BoardMoves.ts';
import { CardMoves } from 'src/client/displays/board/CardMoves.tsx';
import { useAssign } from 'src/client/displays/board/useAssign.ts';
import { SheetEdits, undoCommandOf } from 'src/client/displays/SheetEdits.ts';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { useCountsAfterEdits } from 'src/client/displays/useCountsAfterEdits.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import 'src/client/intl/laterMessages.ts';
import { facetLabel, shownLabel } from 'src/client/listing/facetLabels.tsx';
import { ListingGroups, type GroupValue } from 'src/client/listing/ListingGroups.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { itemName } from 'src/client/navigation/itemName.ts';
import { areLettersOn } from 'src/client/ui/letterKeys.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import 'src/client/displays/displays.css';
import 'src/client/displays/board/board.css';

/** A finger scrolls until it rests on a card; the mouse drags once it has moved. */
const SENSORS = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
    preventActivation: ({ target }) => target instanceof Element && target.closest('button, input') !== null,
  }),
];
/** The other plugins of the library add style elements, which the content security policy refuses. */
const PLUGINS = [AutoScroller];

/** Observable: call it inside an observer. */
const useBoardGroups = (store: ListingStore): ListingGroups | undefined => {
  const client = useClient();
  const [type] = store.plan.types;
  const by = type?.view.board?.by ?? '';
  const facet = store.plan.facets.find(({ key }) => key === by);
  const groups = useMemo(
    () =>
      facet && new ListingGroups(client, store, { facet, fixed: propertyAt(type?.properties ?? {}, by)?.values ?? [] }),
    [client, store, facet, type, by],
  );
  useEffect(() => groups?.start(), [groups]);
  return groups;
};

/** Returns the changes of values by moved cards, whose messages name the card and its column. */
const useBoardEdits = (groups: ListingGroups | undefined, { plan }: ListingStore): SheetEdits => {
  const client = useClient();
  const messages = useMessages();
  return useMemo(
    () =>
      new SheetEdits(client, ([change]) => {
        const facet = groups?.facet;
        const value = (change?.set[facet?.key ?? ''] ?? null) as GroupValue;
        return [
          'board.moved',
          {
            label: change ? itemName(client.items, messages.format, change.id) : '',
            to: facet ? shownLabel(facet, value, { client, messages, plan }) : '',
          },
        ];
      }),
    [client, messages, groups, plan],
  );
};

const CARD_LINK = '[data-index] a';

/** Goes to the card next to the present one in the next column with cards. */
const focusNextColumn = ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean => {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const link = (target as Element).closest<HTMLElement>(CARD_LINK);
  if (by === 0 || !link) return false;
  const columns = [...currentTarget.querySelectorAll('.kk-board-column:has([data-index])')];
  const at = columns.findIndex((column) => column.contains(link));
  const links = [...(columns[at + by]?.querySelectorAll<HTMLElement>('[data-index] a.kk-row-title') ?? [])];
  const { top } = link.getBoundingClientRect();
  const distance = (element: HTMLElement): number => Math.abs(element.getBoundingClientRect().top - top);
  const next = links.toSorted((one, other) => distance(one) - distance(other))[0];
  next?.focus();
  return next !== undefined;
};

/** T opens the menu of moves of the present card and A the field that assigns it, where keys of one letter are on. */
const actByLetter = (
  { key, target, ctrlKey, metaKey, altKey }: KeyboardEvent,
  assignOf: ReturnType<typeof useAssign>,
): boolean => {
  const link = (target as Element).closest(CARD_LINK);
  if (!link || ctrlKey || metaKey || altKey || !areLettersOn()) return false;
  const menu = link.closest('.kk-board-card')?.querySelector<HTMLElement>('.kk-board-menu');
  const id = link.closest<HTMLElement>('[data-item]')?.dataset['item'];
  const act = key === 't' && menu ? () => menu.click() : key === 'a' && id ? assignOf(id as ItemId) : undefined;
  act?.();
  return act !== undefined;
};

/**
 * Returns the key of the column at a position of the page. The library finds targets only with its feedback plugin, which adds style
 * elements.
 */
const columnKeyAt = ({ x, y }: { readonly x: number; readonly y: number }): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('.kk-board-column')?.dataset['column'];

export const BoardDisplay = observer(({ store }: DisplayProps) => {
  const client = useClient();
  const { items, alerts } = client;
  const messages = useMessages();
  const { note, openId } = useOpenRow(store);
  const [board] = useState(() => new BoardMoves());
  const frame = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const assignOf = useAssign(note);
  const groups = useBoardGroups(store);
  const edits = useBoardEdits(groups, store);
  useCountsAfterEdits(edits, store);
  if (!groups || groups.status === 'failed')
    return <BandFailed message="listing.failed" again={() => void groups?.load()} />;
  if (groups.status === 'loading') return <Loading />;
  const context = { client, messages, plan: store.plan };
  const { facet } = groups;
  const columns = groups.groups.map((group) => ({
    ...{ group, value: group.value, name: shownLabel(facet, group.value, context, group.label) },
  }));
  const undoByKey = (event: KeyboardEvent): boolean => {
    const command = undoCommandOf(event);
    if (command) void edits[command]();
    return command !== undefined;
  };
  const parts = { board, groups, words: store.words, openId, note };
  const labelOf = (id: ItemId): string => itemName(items, messages.format, id);
  const drop = async (key: string | undefined): Promise<void> => {
    const { id } = board;
    const column = columns.find(({ group }) => group.key === key);
    if (id === undefined || !column || column.group.ids.includes(id)) return;
    if (!(await board.moveTo(column.value))) alerts.warn('board.notThere', { label: labelOf(id), to: column.name });
  };
  return (
    <DragDropProvider
      sensors={SENSORS}
      plugins={PLUGINS}
      onDragStart={({ operation }) => board.begin(String(operation.source?.id) as ItemId, true)}
      onDragMove={({ operation }) => {
        const { x, y } = operation.position.current;
        board.moveOver(columnKeyAt({ x, y }));
        if (ghost.current) ghost.current.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
      }}
      onDragEnd={({ operation, canceled }) => {
        board.endDrag();
        // The keys of the board undo the move.
        frame.current?.focus({ preventScroll: true });
        if (!canceled) void drop(columnKeyAt(operation.position.current));
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from card to card, which Tab does too */}
      <div
        ref={frame}
        tabIndex={-1}
        className={`kk-board${board.dragging ? ' kk-board-dragging' : ''}`}
        role="group"
        aria-label={messages.format('board.title', { name: facetLabel(facet, context) })}
        onKeyDown={(event) =>
          (focusNextColumn(event) || undoByKey(event) || actByLetter(event, assignOf)) && event.preventDefault()
        }
      >
        {columns.map(({ group, name }) => (
          <BoardColumn key={group.key} {...parts} group={group} name={name} />
        ))}
      </div>
      {board.dragging && board.id !== undefined && (
        <div ref={ghost} className="kk-board-ghost" aria-hidden>
          {labelOf(board.id)}
        </div>
      )}
      <CardMoves board={board} edits={edits} by={facet.key} columns={columns} />
    </DragDropProvider>
  );
});
