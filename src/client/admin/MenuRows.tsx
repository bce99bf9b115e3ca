// The menu as rows that can be moved among their neighbours, by their handle or by keyboard, left out and shown again.

import { useRef } from 'react';
import { movedTo } from 'src/client/fields/widgets/Chosen.tsx';
import { isHidden, withOrder, shownOrHidden, withoutLink } from 'src/client/admin/menuDraft.ts';
import type { MenuDraft } from 'src/client/admin/useMenuDraft.ts';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { focusMoved, MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface RowsProps {
  readonly nodes: readonly MenuNode[];
  readonly draft: MenuDraft;
  /** Opens what a link says. */
  readonly edit: (key: string) => void;
}

interface ToolsProps extends Pick<RowsProps, 'draft' | 'edit'> {
  readonly node: MenuNode;
  readonly at: number;
  readonly last: boolean;
  readonly move: (at: number, by: 1 | -1) => void;
}

const MenuRowTools = ({ node, at, last, move, draft, edit }: ToolsProps) => {
  const messages = useMessages();
  const { key, title: name, screen } = node;
  const { entries, change } = draft;
  const hidden = isHidden(entries, key);
  return (
    <span className="kk-row kk-menu-tools">
      <MoveButtons name={name} first={at === 0} last={last} move={(by) => move(at, by)} />
      <IconButton
        size="small"
        icon={hidden ? 'eye-off' : 'eye-open'}
        label={messages.format(hidden ? 'menuItems.show' : 'menuItems.hide', { name })}
        onClick={() => change(shownOrHidden(entries, key))}
      />
      {!screen && (
        <>
          <IconButton
            size="small"
            icon="edit"
            label={messages.format('menuItems.edit', { name })}
            onClick={() => edit(key)}
          />
          <IconButton
            size="small"
            icon="trash"
            label={messages.format('menuItems.remove', { name })}
            onClick={() => change(withoutLink(entries, key))}
          />
        </>
      )}
    </span>
  );
};

export const MenuRows = ({ nodes, draft, edit }: RowsProps) => {
  const messages = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const keys = nodes.map(({ key }) => key);
  const put = (from: number, to: number): void => draft.change(withOrder(draft.entries, movedTo(keys, from, to)));
  const drag = useOrderDrag(put);
  const move = (at: number, by: 1 | -1): void => {
    put(at, at + by);
    requestAnimationFrame(() => focusMoved(list.current?.children[at + by]?.querySelector('.kk-menu-tools'), by));
  };
  return (
    <ol ref={list} className="kk-plain-list kk-menu-rows">
      {nodes.map((node, at) => (
        <li key={node.key}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- drag target for the pointer; the buttons do the same */}
          <div
            className="kk-menu-row"
            data-hidden={isHidden(draft.entries, node.key) || undefined}
            {...drag.placeAt(at)}
          >
            <DragHandle {...drag.handleAt(at)} />
            <Icon name={node.icon ?? 'document'} />
            <span className="kk-fill">
              <span dir="auto">{node.title}</span>
              {isHidden(draft.entries, node.key) && (
                <span className="kk-soft"> · {messages.format('menuItems.hidden')}</span>
              )}
              {!node.screen && <span className="kk-soft kk-menu-address">{node.to}</span>}
            </span>
            <MenuRowTools {...{ node, at, move, draft, edit }} last={at === nodes.length - 1} />
          </div>
          {node.children.length > 0 && <MenuRows nodes={node.children} draft={draft} edit={edit} />}
        </li>
      ))}
    </ol>
  );
};
