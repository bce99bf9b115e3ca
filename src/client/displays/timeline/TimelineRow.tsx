// One item of a timeline as a row of the list: its start and end, a mark, its title and facts.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { DeclaredRow } from 'src/model/generated/declaredDisplays.ts';
import { ResultRow, type ResultRowProps } from 'src/client/displays/ResultRow.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';

const timelinePaths = (type: ItemType): readonly string[] => {
  const { start, end } = type.view.period ?? {};
  return [start, end].filter((path): path is string => path !== undefined);
};

/** Facts of a list row without the dates that the row already shows. */
const timelineFacts = (type: ItemType): DeclaredRow => {
  const { row } = type.view;
  const dates = timelinePaths(type);
  return { ...row, summary: row?.summary?.filter((path) => !dates.includes(path)) ?? [] };
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

export const TimelineRow = (props: Pick<ResultRowProps, 'id' | 'open' | 'words' | 'note'>) => (
  <ResultRow
    {...props}
    frame="moment"
    lead={(item, type) => (
      <>
        <span className="kk-moment-dates">{item && type && <TimelineDates item={item} type={type} />}</span>
        <span className="kk-moment-dot" aria-hidden />
      </>
    )}
    display={timelineFacts}
    starred
  />
);
