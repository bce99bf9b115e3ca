// The first records that an import would create, as the pages of the records would show their values; on a map where they have a place.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { ValueRow } from 'src/client/forms/ValueRow.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import type { ImportOutcome } from 'src/model/generated/wire.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const GeoFileMap = lazy(() =>
  import('src/client/geoFiles/GeoFileMap.tsx').then((module) => ({ default: module.GeoFileMap })),
);

type PreviewRecord = ImportOutcome['preview'][number];

const previewTitle = ({ view }: ItemType, { values }: PreviewRecord): string | undefined => {
  const title = values[soleTemplatePath(view.title) ?? ''];
  return typeof title === 'string' ? title : undefined;
};

interface PreviewProps {
  readonly type: ItemType;
  readonly preview: readonly PreviewRecord[];
}

const PreviewCard = observer(({ type, record }: { readonly type: ItemType; readonly record: PreviewRecord }) => {
  const messages = useMessages();
  const { row, values } = record;
  const shown = Object.values(type.properties).filter(({ name }) => !isEmptyValue(values[name]));
  return (
    <li className="kk-preview-card">
      <h5>
        <bdi>{previewTitle(type, record) ?? messages.typeInSentence(type.name)}</bdi>{' '}
        <span className="kk-soft">{messages.format('importPlaces.row', { n: row })}</span>
      </h5>
      <dl className="kk-values">
        {shown.map((property) => (
          <ValueRow key={property.name} property={property} name={messages.property(type.name, property.name)}>
            <PropertyValue type={type.name} property={property} value={values[property.name]} compact />
          </ValueRow>
        ))}
      </dl>
    </li>
  );
});

const PreviewMap = observer(({ type, preview }: PreviewProps) => {
  const { registry } = useClient();
  const path = Object.values(registry.types[type.name]?.properties ?? {}).find(({ kind }) => isGeometry(kind))?.name;
  const features = preview.flatMap((record) => {
    const geometry = path === undefined ? undefined : asGeometry(record.values[path] ?? null);
    return geometry
      ? [{ n: record.row, layer: 0, geometry, label: previewTitle(type, record) ?? String(record.row) }]
      : [];
  });
  const boxes = features.flatMap(({ geometry }) => {
    const box = boundsOfGeometry(geometry);
    return box ? [box] : [];
  });
  if (boxes.length === 0) return null;
  const side = (at: number): number[] => boxes.map((box) => box[at] ?? 0);
  return (
    <Suspense fallback={null}>
      <GeoFileMap
        features={features}
        bounds={[Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))]}
      />
    </Suspense>
  );
});

export const RecordPreview = observer(({ type, preview }: PreviewProps) => {
  const messages = useMessages();
  if (preview.length === 0) return null;
  return (
    <section className="kk-stack">
      <h4>{messages.format('importTable.preview', { count: preview.length })}</h4>
      <PreviewMap type={type} preview={preview} />
      <ul className="kk-plain-list kk-preview-cards">
        {preview.map((record) => (
          <PreviewCard key={record.row} type={type} record={record} />
        ))}
      </ul>
    </section>
  );
});
