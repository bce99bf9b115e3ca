// One item of a timeline as a row of the list: its start and end, a mark, its title and facts.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Display } from 'src/model/schema/TypeView.ts';
import { StarButton } from 'src/client/displays/StarButton.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { RowTitle } from 'src/client/displays/FoundText.tsx';
import { RowLevel, RowSummary } from 'src/client/displays/RowSummary.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useClient } from 'src/client/useClient.ts';

const timelinePaths = (type: ItemType): readonly string[] => {
  const { start, end } = type.view.displays.TIMELINE ?? {};
  return [start, end].filter((path): path is string => path !== undefined);
};

/** Facts of a list row without the dates that the row already shows. */
const timelineFacts = (type: ItemType): Display => {
  const { LIST } = type.view.displays;
  const dates = timelinePaths(type);
  return { ...LIST, summary: LIST?.summary?.filter((path) => !dates.includes(path)) ?? [] };
};

const TimelineDates = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const column = useColumn();
  const { formatMessage } = useIntl();
  const shown = timelinePaths(type).filter(
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

interface TimelineRowProps {
  readonly id: ItemId;
  readonly open: boolean;
  readonly words: readonly string[];
  readonly note: () => void;
}

export const TimelineRow = observer(({ id, open, words, note }: TimelineRowProps) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  const type = registry.types[id.split('-')[0] ?? ''];
  return (
    <div className={`kk-moment-row${open ? ' kk-list-row-open' : ''}`}>
      <span className="kk-moment-dates">{item && type && <TimelineDates item={item} type={type} />}</span>
      <span className="kk-moment-dot" aria-hidden />
      <div className="kk-fill">
        <RowTitle id={id} words={words} open={open} note={note} />
        {item && type ? (
          <RowSummary item={item} type={type} display={timelineFacts(type)} />
        ) : (
          <p className="kk-ghost-line" />
        )}
      </div>
      {item && <RowLevel item={item} />}
      {item && <StarButton id={id} label={item.$label} inRow />}
    </div>
  );
});
