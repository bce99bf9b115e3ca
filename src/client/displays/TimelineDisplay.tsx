// TIMELINE: items along a line in the order of the listing, each with its start and end, and a heading where the year changes.
// It stands in the order of the start where the type declares that sort (listingPlan); in another order years would repeat, so no heading is shown.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Display } from 'src/model/schema/TypeView.ts';
import { StarButton } from 'src/client/cells/StarButton.tsx';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import type { DisplayProps } from 'src/client/displays/displays.ts';
import { EventMoment } from 'src/client/displays/EventMoment.tsx';
import { RowTitle } from 'src/client/displays/FoundText.tsx';
import { RowLevel, RowSummary } from 'src/client/displays/RowSummary.tsx';
import { RowHeading } from 'src/client/displays/RowHeading.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { timeSortOf } from 'src/client/search/listingPlan.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/displays.css';

const ROW = 66;
const EVENT_ROW = 44;

const pathsOf = (type: ItemType): readonly string[] => {
  const { start, end } = type.view.displays.TIMELINE ?? {};
  return [start, end].filter((path): path is string => path !== undefined);
};

/** The year a thing starts in, as far as it is known. */
const yearOf = (item: Item, type: ItemType | undefined): string | undefined => {
  const start = item[type?.view.displays.TIMELINE?.start ?? ''];
  return typeof start === 'string' || typeof start === 'number' ? /^-?\d{1,4}/.exec(String(start))?.[0] : undefined;
};

/** What a row of a list tells, without the dates that stand beside it already. */
const factsOf = (type: ItemType): Display => {
  const { LIST } = type.view.displays;
  const dates = pathsOf(type);
  return { ...LIST, summary: LIST?.summary?.filter((path) => !dates.includes(path)) ?? [] };
};

const Dates = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const column = useColumn();
  const { formatMessage } = useIntl();
  const shown = pathsOf(type).filter(
    (path) => type.properties[path] && item[path] !== undefined && item[path] !== null,
  );
  if (shown.length === 0) return <span>{formatMessage({ id: 'timeline.undated' })}</span>;
  return shown.map((path, at) => {
    const property = type.properties[path];
    return (
      property && (
        <span key={path}>
          {at > 0 && '– '}
          <PropertyValue type={type.name} property={property} value={item[path]} item={item} compact from={column} />
        </span>
      )
    );
  });
});

interface MomentProps {
  readonly id: ItemId;
  readonly open: boolean;
  readonly words: readonly string[];
  readonly note: () => void;
}

const Moment = observer(({ id, open, words, note }: MomentProps) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const type = registry.types[id.split('-')[0] ?? ''];
  return (
    <div className={`kk-moment-row${open ? ' kk-list-row-open' : ''}`}>
      <span className="kk-moment-dates">{item && type && <Dates item={item} type={type} />}</span>
      <span className="kk-moment-dot" aria-hidden />
      <div className="kk-fill">
        <RowTitle id={id} words={words} open={open} note={note} />
        {item && type ? (
          <RowSummary item={item} type={type} display={factsOf(type)} />
        ) : (
          <p className="kk-ghost-line" />
        )}
      </div>
      {item && <RowLevel item={item} />}
      {item && <StarButton id={id} label={item.$label} inRow />}
    </div>
  );
});

export const TimelineDisplay = observer(({ store }: DisplayProps) => {
  const { openId, note } = useOpenRow(store);
  const { registry } = useClient();
  const { words, plan, sort } = store;
  const years = timeSortOf(plan)?.key === sort.key;
  if (plan.types.every(({ name }) => name === SYSTEM_TYPES.event))
    return (
      <VirtualRows
        store={store}
        height={EVENT_ROW}
        choosable={false}
        row={(id, before) => (
          <EventMoment id={id} before={before} days={sort.key === 'created'} words={words} note={note} />
        )}
      />
    );
  return (
    <VirtualRows
      store={store}
      height={ROW}
      heading={
        years
          ? (id, before) => (
              <RowHeading id={id} before={before} partOf={(item) => yearOf(item, registry.types[item._t])} />
            )
          : undefined
      }
      row={(id) => <Moment id={id} open={id === openId} words={words} note={note} />}
    />
  );
});
