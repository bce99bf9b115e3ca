// Dialog in which a person arranges their navigation: the order of the areas, and up to three pinned pages.

import { HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import { MAX_MENU_ENTRIES, MAX_PINS } from 'src/client/menu/menuLayout.ts';
import { useAreas, useOwnMenu, usePinnable, type PinnablePage } from 'src/client/menu/useNavigationMenu.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { focusMoved, MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/intl/laterMessages.ts';
import 'src/client/menu/arrangeMenu.css';

interface OrderedEntry {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
}

interface OrderedEntriesProps {
  readonly label: string;
  readonly entries: readonly OrderedEntry[];
  readonly change: (keys: readonly string[]) => void;
  readonly remove?: (key: string) => void;
}

const OrderedEntries = ({ label, entries, change, remove }: OrderedEntriesProps) => {
  const messages = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const keys = entries.map(({ key }) => key);
  const move = (at: number, by: 1 | -1): void => {
    const moved = keys.toSpliced(at, 1).toSpliced(at + by, 0, keys[at] ?? '');
    change(moved);
    requestAnimationFrame(() => focusMoved(list.current?.children[at + by], by));
  };
  return (
    <ul ref={list} className="kk-plain-list kk-arrange-list" aria-label={label}>
      {entries.map(({ key, title, icon }, at) => (
        <li key={key} className="kk-row">
          <Icon name={icon} />
          <span className="kk-fill">{title}</span>
          <MoveButtons name={title} first={at === 0} last={at === entries.length - 1} move={(by) => move(at, by)} />
          {remove && (
            <IconButton
              size="small"
              icon="cross"
              label={messages.format('menu.unpin', { page: title })}
              onClick={() => remove(key)}
            />
          )}
        </li>
      ))}
    </ul>
  );
};

const pinTitle = ({ title, of }: PinnablePage): string => (of === undefined ? title : `${title} (${of})`);

interface PinnedPageProps {
  readonly pages: readonly PinnablePage[];
  readonly pin: (to: string) => void;
}

/** The choice of a page and the button that pins it: an arrow key on a closed list chooses each page that it passes. */
const PinnedPage = ({ pages, pin }: PinnedPageProps) => {
  const messages = useMessages();
  const select = useId();
  const [wanted, setWanted] = useState('');
  const add = (): void => {
    pin(wanted);
    setWanted('');
    // The button is disabled now, which would lose the focus.
    document.getElementById(select)?.focus();
  };
  return (
    <p className="kk-row kk-arrange-pin">
      <label htmlFor={select}>{messages.format('menu.pin')}</label>
      <HTMLSelect
        id={select}
        className="kk-fill"
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
      >
        <option value="">{messages.format('menu.pinChoose')}</option>
        {pages.map((page) => (
          <option key={page.to} value={page.to}>
            {pinTitle(page)}
          </option>
        ))}
      </HTMLSelect>
      <Button icon="pin" disabled={wanted === ''} onClick={add}>
        {messages.format('menu.pinNow')}
      </Button>
    </p>
  );
};

export const ArrangeMenu = observer(({ close }: { readonly close: () => void }) => {
  const messages = useMessages();
  const [own, change] = useOwnMenu();
  const areas = useAreas();
  const pinnable = usePinnable(areas);
  const pinned = own.pins.flatMap((to) => pinnable.find((page) => page.to === to) ?? []);
  const others = pinnable.filter(({ to }) => !own.pins.includes(to));
  return (
    <Dialog
      open
      title={messages.format('menu.arrangeTitle')}
      onClose={close}
      footer={
        <>
          <Button onClick={() => change({ order: [], pins: [] })}>{messages.format('menu.reset')}</Button>
          <Button variant="solid" intent="primary" onClick={close}>
            {messages.format('home.arrange.done')}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        <section>
          <h3>{messages.format('home.areas')}</h3>
          <OrderedEntries
            label={messages.format('home.areas')}
            entries={areas.map(({ key, title, icon = 'document' }) => ({ key, title, icon }))}
            change={(order) => change({ ...own, order })}
          />
        </section>
        <section>
          <h3>{messages.format('menu.pinned')}</h3>
          <p className="kk-soft">
            {pinned.length === 0 && `${messages.format('menu.pinnedNone')} `}
            {messages.format('menu.pinsHint', { count: MAX_MENU_ENTRIES })}
          </p>
          <OrderedEntries
            label={messages.format('menu.pinned')}
            entries={pinned.map((page) => ({ key: page.to, title: pinTitle(page), icon: page.icon }))}
            change={(pins) => change({ ...own, pins })}
            remove={(to) => change({ ...own, pins: own.pins.filter((each) => each !== to) })}
          />
          {pinned.length < MAX_PINS ? (
            <PinnedPage pages={others} pin={(to) => change({ ...own, pins: [...own.pins, to] })} />
          ) : (
            <p className="kk-soft">{messages.format('menu.pinsMost', { count: MAX_PINS })}</p>
          )}
        </section>
      </div>
    </Dialog>
  );
});
