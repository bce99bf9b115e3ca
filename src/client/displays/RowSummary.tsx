// The second line of a row or card: the declared summary values on one line, and who may see it.

import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import type { Item, Json } from 'src/model/item/Item.ts';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Display } from 'src/model/schema/TypeView.ts';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

interface RowSummaryProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly display: Display | undefined;
  /** Says what kind of thing it is, in a list of several kinds. */
  readonly named?: boolean;
}

export const RowSummary = observer(({ item, type, display, named = false }: RowSummaryProps) => {
  const messages = useMessages();
  const column = useColumn();
  const shown = (display?.summary ?? []).filter((path) => type.properties[path] && !isEmpty(item[path]));
  return (
    <div className="kk-row-summary">
      {named && shown.length > 0 && `${messages.type(type.name)} · `}
      {shown.length === 0 && (
        <>
          {messages.type(type.name)} · <When at={item.updated} />
        </>
      )}
      {shown.map((path, at) => {
        const property = type.properties[path];
        return (
          property && (
            <Fragment key={path}>
              {at > 0 && ' · '}
              <PropertyValue
                type={type.name}
                property={property}
                value={item[path]}
                item={item}
                compact
                from={column}
              />
            </Fragment>
          )
        );
      })}
    </div>
  );
});

export const RowLevel = ({ item }: { readonly item: Item }) => {
  const level = levelOf(useClient().registry.types[item._t], item);
  return level ? <LevelTag level={level} /> : null;
};
