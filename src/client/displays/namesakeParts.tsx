// Tells an item apart from others of the same name where one is chosen: its picture, and the values in which it differs from them. Loaded
// when a field offers such items.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { NamesakeProps } from 'src/client/ClientParts.ts';
import { isFact, RowFact, Thumb } from 'src/client/displays/RowSummary.tsx';
import 'src/client/displays/displays.css';
import { hasPicture } from 'src/client/viewers/CoverImage.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const MAX_DIFFERENCES = 3;

export const NamesakePicture = observer(({ item }: NamesakeProps) => {
  const type = useClient().registry.types[item._t];
  return type && hasPicture(type, item) ? <Thumb item={item} type={type} /> : null;
});

/** Returns the properties of rows and tables whose values the others do not have: first those that all have, in the order of a row. */
const differingProperties = (type: ItemType, { item, among }: NamesakeProps): readonly Property[] => {
  const { row, headers, grid } = type.view;
  const paths = new Set([...(row?.summary ?? []), ...headers, ...(grid?.columns ?? [])]);
  const missingIn = ({ name }: Property): number => Number(among.some((other) => isEmptyValue(other[name])));
  return [...paths]
    .flatMap((path) => (isFact(type, path) ? (type.properties[path] ?? []) : []))
    .filter(({ name }) => !isEmptyValue(item[name]) && among.some((other) => !deepEqual(other[name], item[name])))
    .toSorted((one, two) => missingIn(one) - missingIn(two))
    .slice(0, MAX_DIFFERENCES);
};

/** Shows the id of an item that differs in nothing else. */
export const NamesakeFacts = observer((props: NamesakeProps) => {
  const { item } = props;
  const type = useClient().registry.types[item._t];
  const properties = type ? differingProperties(type, props) : [];
  if (!type || properties.length === 0) return item.$id;
  return properties.map((property, at) => (
    <Fragment key={property.name}>
      {at > 0 && ' · '}
      <RowFact {...{ item, type, property }} />
    </Fragment>
  ));
});
