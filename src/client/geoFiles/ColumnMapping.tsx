// Maps the attributes of a file: one becomes the title; each other is kept in a property of the type, under its own name, or not at all.

import { HTMLSelect, HTMLTable } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { NOT_KEPT, OWN_NAME, type Mapping } from 'src/client/geoFiles/featureMapping.ts';
import type { PreviewLayer } from 'src/client/geoFiles/shownFeatures.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { takesColumn } from 'src/model/kinds/kindTraits.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { FromFiles } from 'src/model/schema/TypeView.ts';

interface ColumnMappingProps {
  readonly type: ItemType;
  /** Caption of the property with the code, for items that are found by it; every row needs one. */
  readonly code: string | undefined;
  readonly columns: PreviewLayer['columns'];
  readonly mapping: Mapping;
  readonly change: (mapping: Mapping) => void;
}

interface ColumnRowProps extends Pick<ColumnMappingProps, 'mapping' | 'change'> {
  readonly name: string;
  readonly values: readonly string[];
  readonly fromFiles: FromFiles;
  readonly properties: readonly { readonly name: string; readonly label: string }[];
}

const MappedColumnRow = observer(({ name, values, fromFiles, properties, mapping, change }: ColumnRowProps) => {
  const messages = useMessages();
  const { columns } = mapping;
  const isTaken = (property: string): boolean =>
    Object.entries(columns).some(([other, to]) => other !== name && to === property);
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>
        <bdi>{values.join(' · ')}</bdi>
      </td>
      <td>
        <HTMLSelect
          value={columns[name] ?? NOT_KEPT}
          aria-label={messages.format('importPlaces.keptInOf', { name })}
          onChange={({ target }) => change({ ...mapping, columns: { ...columns, [name]: target.value } })}
        >
          <option value={NOT_KEPT}>{messages.format('importPlaces.notKept')}</option>
          {fromFiles.rest !== undefined && <option value={OWN_NAME}>{messages.format('importPlaces.ownName')}</option>}
          {properties.map((property) => (
            <option key={property.name} value={property.name} disabled={isTaken(property.name)}>
              {property.label}
            </option>
          ))}
        </HTMLSelect>
      </td>
    </tr>
  );
});

export const ColumnMapping = observer(({ type, code, columns, mapping, change }: ColumnMappingProps) => {
  const messages = useMessages();
  const id = useId();
  const { fromFiles } = type.view.place ?? {};
  if (!fromFiles) return null;
  const fixed: readonly string[] = [fromFiles.title, fromFiles.collection];
  const properties = Object.values(type.properties)
    .filter((property) => takesColumn(property) && !fixed.includes(property.name))
    .map(({ name }) => ({ name, label: messages.property(type.name, name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  if (columns.length === 0) return <p>{messages.format('importPlaces.noColumns')}</p>;
  return (
    <>
      <div className="kk-geo-fields">
        <div>
          <label htmlFor={`${id}-title`}>
            {messages.format('importPlaces.title', { name: code ?? messages.property(type.name, fromFiles.title) })}
          </label>
          <HTMLSelect
            id={`${id}-title`}
            fill
            value={mapping.title}
            onChange={({ target }) => change({ ...mapping, title: target.value })}
          >
            <option value="">
              {messages.format(code === undefined ? 'importPlaces.numbered' : 'importPlaces.chooseColumn')}
            </option>
            {columns.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </HTMLSelect>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a telephone, it is scrolled by the keyboard */}
      <div className="kk-geo-table" tabIndex={0} role="region" aria-label={messages.format('importPlaces.columns')}>
        <HTMLTable compact>
          <thead>
            <tr>
              <th scope="col">{messages.format('importPlaces.column')}</th>
              <th scope="col">{messages.format('importPlaces.firstValues')}</th>
              <th scope="col">{messages.format('importPlaces.keptIn')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, values }) => (
              <MappedColumnRow key={name} {...{ name, values, fromFiles, properties, mapping, change }} />
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </>
  );
});
