// One property of an item as people read it, for every kind. Called by the reading view, lists, tables and cards.
// It never edits and never imports the form machinery, which loads later.

import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { lazy, memo, Suspense } from 'react';
import { ColumnContext, useColumn } from 'src/client/navigation/ColumnContext.ts';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import { listKeys } from 'src/client/fields/text/listKeys.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { ShownItem } from 'src/client/ui/ShownItem.tsx';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import 'src/client/forms/values.css';

const ClockValue = lazy(() =>
  import('src/client/fields/display/ClockValue.tsx').then((module) => ({ default: module.ClockValue })),
);

const FileFact = lazy(() =>
  import('src/client/fields/display/FileFact.tsx').then((module) => ({ default: module.FileFact })),
);

/** Property of the engine on items with a statutory clock; depends on the owner's calendar, not only on its values. */
const CLOCK_PROPERTY = '_clock';

export const ClockCell = ({ item }: { readonly item: Item }) => (
  <Suspense fallback={null}>
    <ClockValue item={item} />
  </Suspense>
);

export interface PropertyValueProps {
  /** Item type that declares the property; for the words of its values. */
  readonly type: string;
  readonly property: Property;
  readonly value: Json | undefined;
  /** The item that contains the value: gives the owner of its value list and the language of its texts. */
  readonly item?: Item;
  /** One line, for table cells and badges: no blocks, no pictures. */
  readonly compact?: boolean;
  /** Column from which links open, if it differs from the column of the value. */
  readonly from?: number;
}

const OneValue = (props: ValueProps) => {
  const { kind, reads, properties } = props.property;
  if (reads)
    return (
      <Suspense fallback={null}>
        <FileFact reads={reads} value={props.value} />
      </Suspense>
    );
  if (properties) return <MemberValues {...props} />;
  const { read: Read } = KIND_VIEWS[kind];
  return <Read {...props} />;
};

/** A value made of members, such as an address: each with its name, empty ones left out. */
const MemberValues = (props: ValueProps) => {
  const messages = useMessages();
  const { type, property, path, value } = props;
  if (!isObject(value)) return null;
  const members = Object.values(property.properties ?? {}).filter(({ name }) => !isEmptyValue(value[name]));
  if (members.length === 0) return null;
  return (
    <dl className={props.compact ? 'kf-members kf-members-inline' : 'kf-members'}>
      {members.map((member) => (
        <div key={member.name}>
          <dt>{messages.property(type, `${path}.${member.name}`)}</dt>
          <dd>
            <ValueOfKind
              {...props}
              property={member}
              path={`${path}.${member.name}`}
              value={value[member.name] ?? null}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const ValueOfKind = (props: ValueProps) => {
  const { property, value, compact } = props;
  if (isEmptyValue(value)) return null;
  const { look, readsLists } = KIND_VIEWS[property.kind];
  if (!Array.isArray(value) || readsLists) return <OneValue {...props} />;
  const keys = listKeys(value);
  return (
    <ul className={compact || look.inline ? 'kf-values kf-values-inline' : 'kf-values'}>
      {value.map((one: Json, index) => (
        <li key={keys[index]}>
          <OneValue {...props} value={one} />
        </li>
      ))}
    </ul>
  );
};

/** Reads nothing observable itself; the views of the kinds do. */
export const PropertyValue = memo(({ type, property, value, item, compact = false, from }: PropertyValueProps) => {
  const column = useColumn();
  if (property.name === CLOCK_PROPERTY && item) return <ClockCell item={item} />;
  const ofKind = (
    <ValueOfKind
      type={type}
      property={property}
      path={property.name}
      value={value ?? null}
      item={item}
      compact={compact}
    />
  );
  const content = from === undefined || from === column ? ofKind : <ColumnContext value={from}>{ofKind}</ColumnContext>;
  return item ? (
    <ShownItem id={item.$id} property={property.name}>
      {content}
    </ShownItem>
  ) : (
    content
  );
});
