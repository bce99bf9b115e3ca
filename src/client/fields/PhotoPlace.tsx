// Offers the position stored in an added photo, if the form has an empty field for a point. Smaller copies of a picture never contain the
// position, so it reaches a record only by the person's own choice, with the coordinates shown.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { FormSession } from 'src/client/fields/session/FormSession.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import type { PhotoPlace as Place } from 'src/client/upload/photoPlace.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';

interface Found extends Place {
  readonly key: string;
  readonly name: string;
}

const holdsPoint = ({ kind, readOnly, geo }: Property): boolean =>
  isGeometry(kind) && readOnly !== true && (geo?.kinds ?? ['Point']).includes('Point');

/** The first of the form that a point can be put into. */
const usePlaceProperty = (session: FormSession | undefined): string | undefined => {
  const { registry } = useClient();
  if (!session) return undefined;
  const { type, names } = session.plan;
  const { properties = {} as Readonly<Record<string, Property>> } = registry.types[type] ?? {};
  return names.find((name) => {
    const property = properties[name];
    return property !== undefined && holdsPoint(property) && session.tabOf(`/${name}`) !== undefined;
  });
};

/** Returns the first of these uploads that has a position and no answer yet. */
const useFoundPlace = (keys: readonly string[], wanted: boolean) => {
  const { uploads } = useClient();
  const [found, setFound] = useState<readonly Found[]>([]);
  const [asked] = useState(() => new Set<string>());
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const pictures = keys.flatMap((key) => {
    const { file } = uploads.get(key);
    return file?.type.startsWith('image/') === true ? [{ key, file }] : [];
  });
  useEffect(() => {
    for (const { key, file } of wanted ? pictures : []) {
      if (asked.has(key)) continue;
      asked.add(key);
      import('src/client/upload/photoPlace.ts')
        .then(({ photoPlace }) => photoPlace(file))
        .then(
          (place) => place && setFound((before) => [...before, { ...place, key, name: file.name }]),
          // A failed request is repeated with the next picture.
          () => asked.delete(key),
        );
    }
  });
  const open = found.find(({ key }) => keys.includes(key) && !answered.includes(key));
  return { open, answer: () => open && setAnswered([...answered, open.key]) };
};

export const PhotoPlace = observer(({ uploadKeys }: { readonly uploadKeys: readonly string[] }) => {
  const messages = useMessages();
  const session = useFormSession();
  const property = usePlaceProperty(session);
  const { open, answer } = useFoundPlace(uploadKeys, property !== undefined);
  if (!session || property === undefined || !open || (session.values[property] ?? null) !== null) return null;
  const { model, plan } = session;
  const { latitude, longitude, name } = open;
  const use = (): void => {
    model.set({ ...model.values, [property]: { type: 'Point', coordinates: [longitude, latitude] } });
    answer();
  };
  return (
    <div role="status" className="kf-photo-place">
      <Band icon="map-marker">
        {messages.format('forms.upload.place', { name, latitude, longitude })}
        <div className="kf-photo-place-actions">
          <Button size="small" onClick={use}>
            {messages.format('forms.upload.placeUse', { field: messages.property(plan.type, property) })}
          </Button>
          <Button size="small" onClick={answer}>
            {messages.format('forms.upload.placeLeave')}
          </Button>
        </div>
      </Band>
    </div>
  );
});
