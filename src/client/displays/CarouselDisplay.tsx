// CAROUSEL: one picture at a time, with the ones around it below. It moves only when asked, by buttons or arrow keys.

import { observer } from 'mobx-react-lite';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import type { ItemId } from 'src/model/item/Item.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import type { DisplayProps } from 'src/client/displays/displays.ts';
import { RowLevel, RowSummary, Thumb } from 'src/client/displays/RowSummary.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import 'src/client/displays/displays.css';

/** Pictures shown to either side of the one in front. */
const AROUND = 4;
const AHEAD = 10;

const Small = observer(
  ({ id, chosen, choose }: { readonly id: ItemId; readonly chosen: boolean; readonly choose: () => void }) => {
    const { items, registry } = useClient();
    const loaded = items.get(id);
    const type = registry.types[id.split('-')[0] ?? ''];
    const item = loaded.state === 'ready' ? loaded.item : undefined;
    return (
      <li>
        <button
          type="button"
          className="kk-carousel-small"
          aria-label={item?.$label ?? items.label(id) ?? id}
          aria-current={chosen ? 'true' : undefined}
          onClick={choose}
        >
          {item && type ? <Thumb item={item} type={type} /> : <span className="kk-row-thumb kk-ghost" />}
        </button>
      </li>
    );
  },
);

const Front = observer(({ id, note }: { readonly id: ItemId; readonly note: () => void }) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const type = registry.types[id.split('-')[0] ?? ''];
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  return (
    <div className="kk-carousel-front">
      <div className="kk-carousel-picture">
        {item && type && <Thumb key={id} item={item} type={type} variant="large" />}
      </div>
      <div className="kk-carousel-words">
        <ItemLink id={id} className="kk-carousel-title" onFollow={note}>
          {item?.$label}
        </ItemLink>
        {item && type && <RowSummary item={item} type={type} display={type.view.displays.LIST} />}
        {item && <RowLevel item={item} />}
      </div>
    </div>
  );
});

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

export const CarouselDisplay = observer(({ store }: DisplayProps) => {
  const { formatMessage } = useIntl();
  const { note } = useOpenRow(store);
  const [place, setPlace] = useState({ at: 0, version: store.version });
  const { ids, total, version } = store;
  const at = place.version === version ? Math.min(place.at, ids.length - 1) : 0;
  const id = ids[at];
  const go = (to: number): void => {
    if (to >= 0 && to < ids.length) setPlace({ at: to, version });
  };
  useEffect(() => {
    if (at >= ids.length - AHEAD) void store.more();
  }, [store, at, ids.length]);
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(at + (document.documentElement.dir === 'rtl' ? -step : step));
  };
  if (id === undefined) return null;
  const first = Math.max(0, at - AROUND);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys beside the buttons, which do the same
    <section className="kk-carousel" aria-label={formatMessage({ id: 'listing.results' })} onKeyDown={onKey}>
      <div className="kk-carousel-bar">
        <IconButton
          icon="chevron-left"
          label={formatMessage({ id: 'cells.previous' })}
          disabled={at === 0}
          onClick={() => go(at - 1)}
        />
        <span role="status">{formatMessage({ id: 'cells.position' }, { at: at + 1, count: total })}</span>
        <IconButton
          icon="chevron-right"
          label={formatMessage({ id: 'cells.next' })}
          disabled={at >= ids.length - 1}
          onClick={() => go(at + 1)}
        />
      </div>
      <Front id={id} note={note} />
      <ul className="kk-plain-list kk-carousel-strip">
        {ids.slice(first, at + AROUND + 1).map((each, index) => (
          <Small key={each} id={each} chosen={each === id} choose={() => go(first + index)} />
        ))}
      </ul>
    </section>
  );
});
