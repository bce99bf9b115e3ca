// Fills a geometry field from a geographic file: shows its features on a map, and takes one, or several of one kind as one place. The
// upload is not attached to an item, so it is swept.

import type { TakeFromFileProps } from 'src/client/ClientParts.ts';
import { Checkbox } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { GeoFileSummary, RefusedRows } from 'src/client/geoFiles/GeoFileFacts.tsx';
import { GeoFileIntake } from 'src/client/geoFiles/GeoFileIntake.tsx';
import { GeoFileMap } from 'src/client/geoFiles/GeoFileMap.tsx';
import { boundsOfLayers, shownFeatures, type ShownFeature } from 'src/client/geoFiles/shownFeatures.ts';
import { useGeoFile } from 'src/client/geoFiles/useGeoFile.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { GeoFilePreview } from 'src/model/generated/wire.ts';
import { COLLECTION, SIMPLE_KINDS } from 'src/model/geo/geoJson.ts';
import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import 'src/client/intl/laterMessages.ts';

/** The chosen ones as one geometry of these kinds; undefined where they are none. */
const takenGeometry = (features: readonly ShownFeature[], kinds: readonly string[]): Json | undefined => {
  if (features.length === 0) return undefined;
  const geometries = features.map(({ geometry }) => geometry as Json);
  const allowed = kinds.length > 0 ? kinds : SIMPLE_KINDS;
  const made = geometryFrom({ type: 'GeometryCollection', geometries }, allowed);
  const type = isRecord(made) ? made['type'] : undefined;
  return typeof type === 'string' && allowed.includes(type) ? made : undefined;
};

const every = ({ layers }: GeoFilePreview): ReadonlySet<number> => new Set(layers.keys());

interface FeaturesProps {
  readonly preview: GeoFilePreview;
  readonly features: readonly ShownFeature[];
  readonly chosen: ReadonlySet<number>;
  readonly choose: (chosen: ReadonlySet<number>) => void;
  /** Features of several kinds can be one place. */
  readonly mixed: boolean;
}

const Features = observer(({ preview, features, chosen, choose, mixed }: FeaturesProps) => {
  const messages = useMessages();
  const bounds = useMemo(() => boundsOfLayers(preview, every(preview)), [preview]);
  const toggle = (n: number): void => {
    const next = new Set(chosen);
    if (!next.delete(n)) next.add(n);
    choose(next);
  };
  return (
    <>
      <GeoFileSummary preview={preview} />
      <GeoFileMap features={features} bounds={bounds} chosen={chosen} />
      <fieldset className="kk-geo-layers">
        <legend>{messages.format(mixed ? 'importPlaces.takeAnyHint' : 'importPlaces.takeHint')}</legend>
        {features.length > 1 && (
          <Checkbox
            checked={chosen.size === features.length}
            indeterminate={chosen.size > 0 && chosen.size < features.length}
            onChange={() => choose(new Set(chosen.size === features.length ? [] : features.map(({ n }) => n)))}
          >
            {messages.format('importPlaces.takeAll', { count: features.length })}
          </Checkbox>
        )}
        <div className="kk-geo-features">
          {features.map(({ n, label }) => (
            <Checkbox key={n} checked={chosen.has(n)} onChange={() => toggle(n)}>
              <bdi>{label}</bdi>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <RefusedRows preview={preview} chosen={every(preview)} />
    </>
  );
});

const ALL_OF = 1;

export const TakeFromFile = observer(({ kinds, take, title, close }: TakeFromFileProps) => {
  const messages = useMessages();
  const file = useGeoFile();
  const { preview } = file;
  const [picked, setPicked] = useState<{ readonly of: GeoFilePreview; readonly rows: ReadonlySet<number> }>();
  const features = useMemo(
    () => (preview ? shownFeatures(messages, preview, every(preview)) : []),
    [messages, preview],
  );
  const chosen = useMemo(() => {
    if (picked && picked.of === preview) return picked.rows;
    // The only one needs no choice.
    return new Set(features.length === ALL_OF ? features.map(({ n }) => n) : []);
  }, [picked, preview, features]);
  const picks = features.filter(({ n }) => chosen.has(n));
  const place = takenGeometry(picks, kinds);
  const [first, second] = picks;
  const name = second ? undefined : first?.name;
  return (
    <Dialog
      open
      size="wide"
      title={messages.format(title ?? 'importPlaces.takeTitle')}
      onClose={close}
      footer={
        <>
          {chosen.size > 0 && place === undefined && (
            <span className="kk-danger kk-fill" role="status">
              {messages.format('importPlaces.takeWrongKind')}
            </span>
          )}
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            variant="solid"
            intent="primary"
            disabled={place === undefined}
            onClick={() => place !== undefined && take(place, name)}
          >
            {messages.format('importPlaces.takeApply')}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        <GeoFileIntake file={file} />
        {preview && (
          <Features
            preview={preview}
            features={features}
            chosen={chosen}
            choose={(rows) => setPicked({ of: preview, rows })}
            mixed={kinds.includes(COLLECTION)}
          />
        )}
      </div>
    </Dialog>
  );
});
