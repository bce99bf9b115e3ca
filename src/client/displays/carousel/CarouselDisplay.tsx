// CAROUSEL: one result at a time, with the ones around it below. It moves only when asked: by buttons, arrow keys, Home and End, a swipe or
// the small pictures; on the whole screen too.

import { observer } from 'mobx-react-lite';
import { useEffect, useState, type KeyboardEvent } from 'react';
import 'src/client/intl/laterMessages.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { CarouselFront, usePreloaded } from 'src/client/displays/carousel/CarouselFront.tsx';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { Thumb } from 'src/client/displays/RowSummary.tsx';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import { readingKey } from 'src/client/ui/direction.ts';
import { useSwipe } from 'src/client/ui/useSwipe.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useFullScreen } from 'src/client/ui/useFullScreen.ts';
import 'src/client/displays/displays.css';
import 'src/client/displays/carousel/carousel.css';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Pictures shown to either side of the one in front. */
const AROUND = 4;
const SLIDES_PER_PAGE = 10;

const Small = observer(
  ({ id, chosen, choose }: { readonly id: ItemId; readonly chosen: boolean; readonly choose: () => void }) => {
    const { items, registry } = useClient();
    const { format } = useMessages();
    const loaded = items.get(id);
    const type = registry.types[typeOfId(id)];
    const item = loaded.state === 'ready' ? loaded.item : undefined;
    return (
      <li>
        <button
          type="button"
          className="kk-carousel-small"
          aria-label={itemName(items, format, id)}
          aria-current={chosen ? 'true' : undefined}
          onClick={choose}
        >
          {item && type ? <Thumb item={item} type={type} /> : <span className="kk-row-thumb kk-ghost" />}
        </button>
      </li>
    );
  },
);

/** Returns the result in front. Starts again at the first when a new answer arrives. */
const useFront = (props: DisplayProps) => {
  const { store } = props;
  const { ids, version } = store;
  const { wanted, arrive, note } = usePlace(props);
  const [chosen, choose] = useState<{ readonly at: number; readonly version: number }>();
  // The start is the position of another display, until the person moves.
  const [begun] = useState(wanted);
  const start = begun === undefined ? 0 : Math.max(0, ids.indexOf(begun));
  const at = !chosen ? start : chosen.version === version ? Math.max(0, Math.min(chosen.at, ids.length - 1)) : 0;
  const go = (to: number): void => {
    if (to < 0 || to >= store.ids.length) return;
    choose({ at: to, version: store.version });
    note(to === 0 ? undefined : store.ids[to]);
  };
  const isThere = wanted !== undefined && ids.includes(wanted);
  useEffect(() => {
    if (isThere) arrive();
  }, [isThere, arrive]);
  return { at, go };
};

type Step = (at: number) => number;

const SLIDE_STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  PageDown: (at) => at + SLIDES_PER_PAGE,
  PageUp: (at) => Math.max(0, at - SLIDES_PER_PAGE),
  Home: () => 0,
};

/** A player has arrows of its own, and a field its own keys. */
const KEEPS_KEYS = 'audio, video, input, [role=dialog]';

export const CarouselDisplay = observer((props: DisplayProps) => {
  const { store } = props;
  const { format } = useMessages();
  const { note } = useOpenRow(store);
  const { items } = useClient();
  const screen = useFullScreen<HTMLElement>();
  const { at, go } = useFront(props);
  const { ids, total } = store;
  const id = ids[at];
  const swipe = useSwipe((step) => go(at + step));
  usePreloaded([ids[at - 1], ids[at + 1]]);
  useEffect(() => {
    if (at >= ids.length - SLIDES_PER_PAGE) void store.more();
  }, [store, at, ids.length]);
  const toEnd = async (): Promise<void> => {
    await store.reach();
    go(store.ids.length - 1);
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || (target as Element).closest(KEEPS_KEYS) !== null) return;
    const step = SLIDE_STEPS[readingKey(event)];
    if (key === 'End') void toEnd();
    else if (key === 'f' && screen.possible) screen.toggle();
    else if (step) go(Math.min(ids.length - 1, step(at)));
    else return;
    event.preventDefault();
  };
  if (id === undefined) return null;
  const first = Math.max(0, at - AROUND);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys in addition to the buttons, which do the same
    <section
      ref={screen.element}
      className="kk-carousel"
      aria-roledescription={format('displays.CAROUSEL')}
      aria-label={format('listing.results')}
      onKeyDown={onKey}
    >
      <div className="kk-carousel-bar">
        <SelectBox store={store} id={id} />
        <IconButton
          icon="chevron-left"
          label={format('cells.previous')}
          disabled={at === 0}
          onClick={() => go(at - 1)}
        />
        <span role="status">
          {format('cells.position', { at: at + 1, count: total })}
          <span className="kk-unseen">{items.label(id)}</span>
        </span>
        <IconButton
          icon="chevron-right"
          label={format('cells.next')}
          disabled={at >= ids.length - 1}
          onClick={() => go(at + 1)}
        />
        {screen.possible && (
          <IconButton
            icon={screen.on ? 'minimize' : 'fullscreen'}
            label={format(screen.on ? 'viewers.fullScreenEnd' : 'viewers.fullScreen')}
            onClick={screen.toggle}
          />
        )}
      </div>
      <div className="kk-carousel-stage" {...swipe}>
        <CarouselFront id={id} note={note} />
      </div>
      <ul className="kk-plain-list kk-carousel-strip">
        {ids.slice(first, at + AROUND + 1).map((each, index) => (
          <Small key={each} id={each} chosen={each === id} choose={() => go(first + index)} />
        ))}
      </ul>
    </section>
  );
});
