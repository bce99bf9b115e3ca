// A column of a board: its name, its count, and its cards. Renders only the cards in view, and requests further ones near the end.

import { useDraggable } from '@dnd-kit/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { BoardMoves } from 'src/client/displays/board/BoardMoves.ts';
import { CardMenu } from 'src/client/displays/board/CardMenu.tsx';
import { ResultRow } from 'src/client/displays/ResultRow.tsx';
import { focusRow, rowAfter, virtualRows } from 'src/client/displays/virtualList.ts';
import type { ListingGroup, ListingGroups } from 'src/client/listing/ListingGroups.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { DeclaredRow } from 'src/model/generated/declaredDisplays.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { SearchedWord } from 'src/model/text/markedText.ts';

const BOARD_CARD_HEIGHT = 84;
/** Cards before the end at which the next ones are requested. */
const CARDS_AHEAD = 12;

export interface BoardParts {
  readonly board: BoardMoves;
  readonly groups: ListingGroups;
  readonly words: readonly SearchedWord[];
  readonly openId: string | undefined;
  readonly note: () => void;
}

interface BoardCardProps extends BoardParts {
  readonly id: ItemId;
}

/** Returns the declared values of a card, and the people to whom the item is assigned. */
const cardOf = ({ view: { board, assign } }: ItemType): DeclaredRow => ({
  summary: [...new Set([...(board?.summary ?? []), ...(assign === undefined ? [] : [assign])])],
});

/** Keeps the focus in the board when the card that has it leaves its column: the keys of the board undo the move. */
const keepBoardFocus = (id: ItemId): void => {
  const card = document.activeElement?.closest<HTMLElement>('.kk-board [data-item]');
  if (card?.dataset['item'] === id) card.closest<HTMLElement>('.kk-board')?.focus({ preventScroll: true });
};

const BoardCard = observer(({ board, id, words, openId, note }: BoardCardProps) => {
  const { session } = useClient();
  // Runs before the elements of the card are removed.
  useLayoutEffect(() => () => keepBoardFocus(id), [id]);
  const { ref, isDragging } = useDraggable({ id, disabled: !session.signedIn });
  return (
    <div ref={ref} className={isDragging ? 'kk-board-dragged' : undefined}>
      <ResultRow
        {...{ id, words, note }}
        frame="board"
        open={id === openId}
        display={cardOf}
        facts={() => <CardMenu {...{ board, id, note }} />}
        level="none"
      />
    </div>
  );
});

interface BoardColumnProps extends BoardParts {
  readonly group: ListingGroup;
  readonly name: string;
}

const Cards = observer((props: BoardColumnProps) => {
  const { groups, group, name } = props;
  const { ids, count, status } = group;
  const messages = useMessages();
  const scroller = useRef<HTMLDivElement>(null);
  // A new function would compute the position of every card again, with each card that scrolls into view.
  const keyAt = useCallback((index: number) => ids[index] ?? index, [ids]);
  const cards = useVirtualizer(
    virtualRows({ scroller, count: ids.length, height: BOARD_CARD_HEIGHT, getItemKey: keyAt, overscan: 4 }),
  );
  const last = cards.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= ids.length - CARDS_AHEAD) void groups.more(group);
  }, [groups, group, last, ids.length, status]);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const index = rowAfter(event, ids.length);
    if (index === undefined) return;
    event.preventDefault();
    focusRow(cards, index);
  };
  return (
    <div ref={scroller} className="kk-board-scroll">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from card to card, which Tab does too */}
      <ul
        className="kk-plain-list kk-virtual"
        style={{ blockSize: cards.getTotalSize() }}
        aria-label={name}
        onKeyDown={onKey}
      >
        {cards.getVirtualItems().map(({ index, key, start }) => {
          const id = ids[index];
          return (
            id !== undefined && (
              <li
                key={key}
                ref={cards.measureElement}
                data-index={index}
                data-item={id}
                aria-setsize={count}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <BoardCard {...props} id={id} />
              </li>
            )
          );
        })}
      </ul>
      {status === 'failed' && (
        <p className="kk-board-note">
          {messages.format('board.failed')}{' '}
          <Button size="small" icon="refresh" onClick={() => void groups.tryAgain(group)}>
            {messages.format('app.tryAgain')}
          </Button>
        </p>
      )}
    </div>
  );
});

const DROP_LOOKS = { true: ' kk-board-open', false: ' kk-board-closed', undefined: '' } as const;

export const BoardColumn = observer((props: BoardColumnProps) => {
  const { board, group, name } = props;
  const messages = useMessages();
  const accepts = board.accepts(group.value);
  const isEmpty = group.count === 0;
  const over = board.isOver(group.key) && accepts !== false ? ' kk-board-over' : '';
  return (
    <section
      data-column={group.key}
      className={`kk-board-column${isEmpty ? ' kk-board-empty' : ''}${DROP_LOOKS[`${accepts}`]}${over}`}
      aria-label={messages.format('board.cards', { name, count: group.count })}
    >
      <h3 className="kk-board-head">
        <span className="kk-board-name">{name}</span>
        <span className="kk-board-count">{messages.intl.formatNumber(group.count)}</span>
      </h3>
      {!isEmpty && <Cards {...props} />}
    </section>
  );
});
