// Records that people gathered in an item, on its page: in their order, and with a button to take each of them out.

import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import { changeItemList, listIn } from 'src/client/item/changeItemList.ts';
import { ContentLine } from 'src/client/item/ContentsView.tsx';
import { FIRST_CONTENTS } from 'src/client/item/useContents.ts';
import 'src/client/intl/laterMessages.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { PageGathers } from 'src/model/schema/TypeView.ts';

interface GatheredProps {
  readonly item: Item;
  readonly gathers: PageGathers;
  /** True for a reader who may change the item. */
  readonly mayChange: boolean;
}

const MORE_AT_ONCE = 50;

/** Returns what takes a record out. It can be undone: the record comes back before the one that followed it. */
const useTakeOut = ({ $id, $label }: Item, path: string): ((id: ItemId) => Promise<boolean>) => {
  const client = useClient();
  const messages = useMessages();
  const { alerts, items } = client;
  return async (id) => {
    let followers: readonly Json[] = [];
    const without = (before: readonly Json[]): readonly Json[] => {
      followers = before.slice(before.indexOf(id) + 1);
      return before.filter((each) => each !== id);
    };
    const back = (before: readonly Json[]): readonly Json[] => {
      const at = before.findIndex((each) => followers.includes(each));
      return before.includes(id) ? before : before.toSpliced(at < 0 ? before.length : at, 0, id);
    };
    const undo = (): void => {
      changeItemList(client, { id: $id, path, change: back }).catch((thrown: unknown) => alerts.error(thrown));
    };
    try {
      await changeItemList(client, { id: $id, path, change: without });
      const label = itemName(items, messages.format, id);
      alerts.info('gather.out', { label, to: $label }, { message: 'bulk.undo', run: undo });
      return true;
    } catch (thrown) {
      alerts.error(thrown);
      return false;
    }
  };
};

export const Gathered = observer(({ item, gathers, mayChange }: GatheredProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const heading = useId();
  const list = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(FIRST_CONTENTS);
  const { path, with: values = {} } = gathers;
  const takeOut = useTakeOut(item, path);
  const ids = listIn(item, path).filter((id): id is ItemId => typeof id === 'string');
  if (Object.entries(values).some(([name, value]) => item[name] !== value)) return null;
  if (ids.length === 0 && !mayChange) return null;
  const take = async (id: ItemId): Promise<void> => {
    const at = ids.indexOf(id);
    if (!(await takeOut(id))) return;
    // The button of the record is gone; the focus moves to the next one, or to the heading.
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById(heading))?.focus();
  };
  const more = Math.min(ids.length - count, MORE_AT_ONCE);
  return (
    <section className="kk-group" aria-labelledby={heading}>
      <h4 id={heading} tabIndex={-1}>
        {messages.property(item._t, path)}{' '}
        {ids.length > 0 && <span className="kk-soft">{messages.intl.formatNumber(ids.length)}</span>}
      </h4>
      {ids.length === 0 && (
        <p className="kk-soft">{messages.format('gather.empty', { type: messages.typeInSentence(item._t) })}</p>
      )}
      <ul className="kk-plain-list kk-contents kk-gathered" ref={list}>
        {ids.slice(0, count).map((id) => (
          <ContentLine
            key={id}
            id={id}
            tool={
              mayChange && (
                <IconButton
                  icon="cross"
                  size="small"
                  label={messages.format('gather.takeOut', { label: itemName(items, messages.format, id) })}
                  onClick={() => void take(id)}
                />
              )
            }
          />
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Button size="small" onClick={() => setCount(count + more)}>
            {messages.format('gather.more', { count: more })}
          </Button>
        </p>
      )}
    </section>
  );
});
