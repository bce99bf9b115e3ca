// A geometry: drawn on a map, or typed as a point, the bounds of an area, a list of positions, or GeoJSON. Invalid text
// stays in the value as typed and is reported, so that it is neither lost nor saved.

import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import type { FieldProps } from '@rjsf/utils';
import { Suspense, useCallback, useRef, useState } from 'react';
import { useTakenName } from 'src/client/fields/useTakenName.ts';
import { useField, type FieldControl } from 'src/client/fields/useField.ts';
import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import { asRectangle, boundsRing, geometryType } from 'src/client/fields/text/geometry.ts';
import { shapePartsOf } from 'src/client/fields/text/shapes.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { SIMPLE_KINDS } from 'src/model/geo/geoJson.ts';
import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';

type Mode = '' | 'point' | 'bounds' | 'shape' | 'geojson';

/** A browser that draws nothing leaves the coordinates. */
const draws = (): boolean => typeof CanvasRenderingContext2D === 'function';

const modeOf = (value: Json | undefined): Mode => {
  if (value === undefined || value === null) return '';
  if (geometryType(value) === 'Point') return 'point';
  if (asRectangle(value)) return 'bounds';
  return shapePartsOf(value).length > 0 ? 'shape' : 'geojson';
};

/** A typed number, or the text itself while it is none: such a coordinate is refused by the rules. */
const numberOrText = (text: string): Json => {
  const trimmed = text
    .trim()
    .replace('−', '-')
    .replace(/^(-?\d+),(\d+)$/, '$1.$2');
  return trimmed === '' ? null : Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
};

const geometryText = (value: Json | undefined): string => (value === null || value === undefined ? '' : String(value));

interface NumbersProps {
  readonly field: FieldControl;
  /** Message ids of the names, with the typed texts. */
  readonly names: readonly string[];
  readonly given: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
}

const Numbers = ({ field, names, given, onTexts }: NumbersProps) => {
  const messages = useMessages();
  const state = useFieldState();
  // Keeps the text as typed, because `49.` and `-0` are steps on the way. While nothing is typed, the given value is shown.
  const [typed, setTexts] = useState(given);
  const texts = typed.every((text) => text === '') ? given : typed;
  const write = (at: number, text: string): void => {
    const next = texts.map((one, index) => (index === at ? text : one));
    setTexts(next);
    onTexts(next);
  };
  return (
    <div className="kf-numbers">
      {names.map((name, at) => (
        <label key={name} className="kf-number-part">
          <span className="kf-language-name">{messages.format(name)}</span>
          <InputGroup
            id={`${field.id}/${at}`}
            value={texts[at] ?? ''}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            disabled={field.disabled}
            intent={state.invalid ? 'danger' : 'none'}
            {...controlAria(state)}
            onChange={(event) => write(at, event.target.value)}
            onBlur={field.leave}
          />
        </label>
      ))}
    </div>
  );
};

const coordinateList = (value: Json | undefined): readonly Json[] =>
  isObject(value) && Array.isArray(value.coordinates) ? (value.coordinates as readonly Json[]) : [];

const Point = ({ field }: { readonly field: FieldControl }) => {
  const [longitude, latitude] = coordinateList(field.value);
  const write = (texts: readonly string[]): void => {
    if (texts.every((text) => text.trim() === '')) field.set(undefined);
    else field.set({ type: 'Point', coordinates: [numberOrText(texts[1] ?? ''), numberOrText(texts[0] ?? '')] });
  };
  return (
    <Numbers
      field={field}
      names={['forms.geometry.latitude', 'forms.geometry.longitude']}
      given={[geometryText(latitude), geometryText(longitude)]}
      onTexts={write}
    />
  );
};

const BOUNDS_SIDES = [
  'forms.geometry.west',
  'forms.geometry.south',
  'forms.geometry.east',
  'forms.geometry.north',
] as const;

const Bounds = ({ field }: { readonly field: FieldControl }) => {
  const bounds = asRectangle(field.value);
  const write = (texts: readonly string[]): void => {
    const [west, south, east, north] = texts.map(numberOrText) as [Json, Json, Json, Json];
    if (texts.every((text) => text.trim() === '')) field.set(undefined);
    else
      field.set({
        type: 'Polygon',
        coordinates: [boundsRing([west, south, east, north])],
      });
  };
  return (
    <Numbers
      field={field}
      names={BOUNDS_SIDES}
      given={bounds ? bounds.map(String) : ['', '', '', '']}
      onTexts={write}
    />
  );
};

const parsedGeometry = (text: string): Json | undefined => {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

/** Well-known text, perhaps with its reference system before it. */
const WKT =
  /^\s*(?:SRID\s*=\s*4326\s*;)?\s*(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)\s*(?:Z|M|ZM)?\s*\(/iu;

const GeoJson = ({ field }: { readonly field: FieldControl }) => {
  const { parts } = useClient();
  const messages = useMessages();
  const state = useFieldState();
  const [text, setText] = useState(
    typeof field.value === 'string' ? field.value : field.value === undefined ? '' : JSON.stringify(field.value),
  );
  const latest = useRef(text);
  const write = (given: Json | undefined): void =>
    field.set(given === undefined ? given : geometryFrom(given, field.property.geo?.kinds ?? SIMPLE_KINDS));
  const readText = async (typed: string): Promise<void> => {
    const found = await parts.readWkt(typed);
    // Something else may have been typed meanwhile.
    if (found !== undefined && latest.current === typed) write(found);
  };
  return (
    <TextArea
      id={`${field.id}/geojson`}
      value={text}
      dir="ltr"
      fill
      autoResize
      className="kf-textarea kf-code"
      spellCheck={false}
      disabled={field.disabled}
      aria-label={messages.format('forms.geometry.geojson')}
      {...controlAria(state)}
      onChange={(event) => {
        latest.current = event.target.value;
        setText(event.target.value);
        write(parsedGeometry(event.target.value));
        if (WKT.test(event.target.value)) void readText(event.target.value);
      }}
      onBlur={field.leave}
    />
  );
};

const GEOMETRY_MODES: readonly { readonly mode: Exclude<Mode, ''>; readonly kind: string | undefined }[] = [
  { mode: 'point', kind: 'Point' },
  { mode: 'bounds', kind: 'Polygon' },
  { mode: 'shape', kind: undefined },
  { mode: 'geojson', kind: undefined },
];

const Shape = ({ field }: { readonly field: FieldControl }) => {
  const { ShapePoints } = useClient().parts;
  return (
    <Suspense fallback={<Loading />}>
      <ShapePoints
        value={field.value}
        kinds={field.property.geo?.kinds ?? []}
        disabled={field.disabled}
        set={field.set}
        leave={field.leave}
      />
    </Suspense>
  );
};

const INPUT_OF_MODE = { point: Point, bounds: Bounds, shape: Shape, geojson: GeoJson } as const;

/** Returns a function that notes what an unfinished drawing lacks, which keeps the form from being saved. */
const useLack = ({ id }: FieldControl): ((message: string | undefined) => void) => {
  const session = useFormSession();
  const pointer = id.slice(session?.prefix.length ?? 0);
  return useCallback((message) => session?.noteUnreadable(pointer, message), [session, pointer]);
};

export const GeometryField = (props: FieldProps) => {
  const { GeometryMap, TakeFromFile } = useClient().parts;
  const field = useField(props);
  const messages = useMessages();
  const { label } = useFieldState();
  const [chosen, setMode] = useState<Mode>(() => modeOf(field.value));
  // A place that came from elsewhere, such as from a photo, is shown as what it is.
  const mode = chosen === '' ? modeOf(field.value) : chosen;
  const kinds = field.property.geo?.kinds ?? [];
  const allowed = GEOMETRY_MODES.filter(({ kind }) => kind === undefined || kinds.length === 0 || kinds.includes(kind));
  const Part = mode === '' ? undefined : INPUT_OF_MODE[mode];
  const change = (next: Mode): void => {
    setMode(next);
    // A geometry is kept when the input changes to positions or to GeoJSON; a point cannot become bounds, nor the reverse.
    if (next !== 'geojson' && next !== 'shape') field.set(undefined);
  };
  // Typed text stays as it was typed; changes from the map replace it.
  const [revision, setRevision] = useState(0);
  const setFromMap = (value: Json | undefined): void => {
    field.set(value);
    setRevision(revision + 1);
    if (mode !== 'geojson' && (mode !== 'shape' || value === undefined)) setMode(modeOf(value));
  };
  const lack = useLack(field);
  const nameItem = useTakenName();
  const [taking, setTaking] = useState(false);
  const [taken, setTaken] = useState(0);
  return (
    <div className="kf-geometry">
      {draws() && (
        <Suspense fallback={<Loading />}>
          <GeometryMap
            {...{ value: field.value, kinds, name: label, taken }}
            disabled={field.disabled}
            set={setFromMap}
            lack={lack}
          />
        </Suspense>
      )}
      <div className="kf-geometry-ways">
        <span aria-hidden>{messages.format('forms.geometry.asShown')}</span>
        <HTMLSelect
          id={field.id}
          value={mode}
          disabled={field.disabled}
          aria-label={messages.format('forms.geometry.as', { name: label })}
          onChange={(event) => change(event.target.value as Mode)}
          onBlur={field.leave}
        >
          <option value="">{messages.format('forms.geometry.none')}</option>
          {allowed.map((one) => (
            <option key={one.mode} value={one.mode}>
              {messages.format(`forms.geometry.modes.${one.mode}`)}
            </option>
          ))}
        </HTMLSelect>
        {!field.disabled && (
          <Button className="kf-geometry-file" icon="import" onClick={() => setTaking(true)}>
            {messages.format('importPlaces.take')}
          </Button>
        )}
      </div>
      {Part && <Part key={`${mode}/${revision}`} field={field} />}
      {taking && (
        <Suspense fallback={<Loading />}>
          <TakeFromFile
            kinds={kinds}
            close={() => setTaking(false)}
            take={(value, name) => {
              setTaking(false);
              setTaken(taken + 1);
              setFromMap(value);
              nameItem(name);
            }}
          />
        </Suspense>
      )}
    </div>
  );
};
