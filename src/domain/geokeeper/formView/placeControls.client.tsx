// Controls for points, lines and areas: the position of the device with its accuracy, a map, and typed coordinates.

import { Suspense, useEffect, useId, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { Button, IconButton, Loading, useClient, useMessages } from 'src/client/extend.ts';
import {
  type AnswerControlProps,
  type UnfinishedAnswer,
  useFormView,
} from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import {
  geometryOfAnswer,
  viewPositionsOf,
  positionsOfGeometry,
} from 'src/domain/geokeeper/formView/answerGeometry.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

const DEFAULT_CAPTURE_METRES = 5;

const viewPositionOf = ({ coords, timestamp }: GeolocationPosition): Position => ({
  lat: coords.latitude,
  lon: coords.longitude,
  ...(coords.altitude === null ? {} : { alt: coords.altitude }),
  ...(Number.isFinite(coords.accuracy) ? { accuracy: Math.round(coords.accuracy * 10) / 10 } : {}),
  at: new Date(timestamp).toISOString(),
});

interface Locating {
  readonly current: Position | undefined;
  readonly isRunning: boolean;
  /** True while the device reports that it has no position. */
  readonly isWithout: boolean;
  /** True when the browser or the person does not allow positions. */
  readonly isRefused: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

const metresOf = ({ accuracy }: Position): number => accuracy ?? Infinity;

/**
 * Follows the position of the device until it is accurate enough or the person takes it, and keeps the most accurate one. A device without a
 * position, such as in a valley or under trees, often has one later, so only a refusal ends this.
 */
const useLocating = (captureAt: number, { take, follow }: Pick<LocateProps, 'take' | 'follow'>): Locating => {
  const [isRunning, setRunning] = useState(false);
  const [current, setCurrent] = useState<Position>();
  const [isWithout, setWithout] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const taking = useRef({ take, follow });
  useEffect(() => {
    taking.current = { take, follow };
  });
  useEffect(() => {
    if (!isRunning) return;
    let best = Infinity;
    const watch = navigator.geolocation.watchPosition(
      (found) => {
        const position = viewPositionOf(found);
        setWithout(false);
        if (metresOf(position) > best) return;
        best = metresOf(position);
        setCurrent(position);
        if (best <= captureAt) {
          setRunning(false);
          taking.current.take(position);
        } else taking.current.follow?.(position);
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) {
          setRefused(true);
          setRunning(false);
        } else setWithout(true);
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: 60_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isRunning, captureAt]);
  const start = (): void => {
    setRefused(!('geolocation' in navigator));
    setWithout(false);
    setCurrent(undefined);
    setRunning('geolocation' in navigator);
  };
  return { current, isRunning, isWithout, isRefused, start, stop: () => setRunning(false) };
};

/** Notes that the answer of a question is still being given, so that a record is not finished without it. */
const useUnfinished = (what: UnfinishedAnswer, isUnfinished: boolean): void => {
  const { unfinished } = useFormView();
  const key = useId();
  useEffect(() => {
    if (!isUnfinished) return undefined;
    unfinished?.set(key, what);
    return () => void unfinished?.delete(key);
  }, [unfinished, key, what, isUnfinished]);
};

interface LocateProps {
  readonly captureAt: number;
  readonly message: string;
  readonly disabled: boolean;
  readonly take: (position: Position) => void;
  /** Called with each position that is better than those before it, while a still better one may come. */
  readonly follow?: (position: Position) => void;
  /** Called when the person stops without taking one of the positions. */
  readonly giveUp?: () => void;
  /** Called when the person begins to look for a position. */
  readonly begin?: () => void;
  /** The state of the answer, which is shown while no position is looked for. */
  readonly children?: ReactNode;
}

const LocateButton = ({ captureAt, message, disabled, take, follow, begin, giveUp, children }: LocateProps) => {
  const messages = useMessages();
  const { showProblems } = useFormView();
  const { current, isRunning, isWithout, isRefused, start, stop } = useLocating(captureAt, {
    take,
    ...(follow && { follow }),
  });
  const isAwaited = isRunning && (current === undefined || !follow);
  useUnfinished('position', isAwaited);
  return (
    <div className="kf-locate">
      {isRunning ? (
        <>
          {isAwaited && showProblems && (
            <p role="alert" tabIndex={-1} className="kf-warning">
              {messages.format('fieldForms.leaveLocating')}
            </p>
          )}
          <p role="status">
            {current?.accuracy === undefined
              ? messages.format(isWithout ? 'fieldForms.stillLocating' : 'fieldForms.locating')
              : messages.format('fieldForms.accuracyNow', { metres: current.accuracy })}
          </p>
          <div className="kf-row">
            <Button
              variant="solid"
              intent="primary"
              disabled={current === undefined}
              onClick={() => {
                stop();
                if (current) take(current);
              }}
            >
              {messages.format('fieldForms.takeNow')}
            </Button>
            <Button
              onClick={() => {
                stop();
                if (current) giveUp?.();
              }}
            >
              {messages.format('fieldForms.stop')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Button
            icon="locate"
            disabled={disabled}
            onClick={() => {
              begin?.();
              start();
            }}
          >
            {messages.format(message)}
          </Button>
          {children}
        </>
      )}
      {isRefused && <p role="alert">{messages.format('fieldForms.noPosition')}</p>}
    </div>
  );
};

const PlaceOnMap = ({ node, set }: Pick<AnswerControlProps, 'node' | 'set'>) => {
  const { GeometryMap } = useClient().parts;
  const messages = useMessages();
  const { showProblems } = useFormView();
  const kind = node.question.type === 'point' ? 'Point' : node.question.type === 'line' ? 'LineString' : 'Polygon';
  const [lacking, setLacking] = useState<string>();
  useUnfinished('drawing', lacking !== undefined);
  const isSaid = showProblems && lacking !== undefined;
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isSaid) said.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaid]);
  return (
    <Suspense fallback={<Loading />}>
      <GeometryMap
        value={geometryOfAnswer(node.question.type, node.value)}
        kinds={[kind]}
        name={node.label}
        taken={0}
        disabled={node.readOnly}
        lack={setLacking}
        set={(geometry) => {
          const positions = positionsOfGeometry(geometry);
          set(kind === 'Point' ? positions[0] : positions.length > 0 ? positions : undefined);
        }}
      />
      {isSaid && (
        <p ref={said} role="alert" className="kf-warning">
          {messages.format(lacking)}
        </p>
      )}
    </Suspense>
  );
};

const MapToggle = (props: Pick<AnswerControlProps, 'node' | 'set'>) => {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="map" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {messages.format(isOpen ? 'fieldForms.closeMap' : 'fieldForms.onMap')}
      </Button>
      {isOpen && <PlaceOnMap {...props} />}
    </>
  );
};

const MOST_DEGREES = { lat: 90, lon: 180 } as const;

/** Returns undefined for a text that is no latitude, or no longitude. */
const degreesIn = (text: string, axis: keyof typeof MOST_DEGREES): number | undefined => {
  const value = Number(text.trim().replace(',', '.').replace('−', '-'));
  return text.trim() === '' || !(Math.abs(value) <= MOST_DEGREES[axis]) ? undefined : value;
};

interface TypedPositionProps {
  readonly id: string;
  readonly given: Position | undefined;
  readonly readOnly: boolean;
  readonly set: (position: Position | undefined) => void;
}

interface TypedNumbers {
  readonly lat: string;
  readonly lon: string;
}

const typedNumbers = (position: Position | undefined): TypedNumbers => ({
  lat: position ? String(position.lat) : '',
  lon: position ? String(position.lon) : '',
});

const AXES = ['lat', 'lon'] as const;

/**
 * A latitude and a longitude together, as maps and devices give them: "50.3, -139.3". A comma without a space separates them only when the
 * first number has a decimal point, because "50,3" is one number in many languages.
 */
const COORDINATE_PAIR = /^\s*([-+−]?\d+(?:\.\d+)?)°?(?:\s*,\s+|\s*;\s*|\s+|(?<=\.\d+°?),)([-+−]?\d+(?:\.\d+)?)°?\s*$/u;

/** Stores a position when both numbers are typed, and keeps one of them until then. */
const TypedPosition = ({ id, given, readOnly, set }: TypedPositionProps) => {
  const messages = useMessages();
  const { showProblems } = useFormView();
  const [typed, setTyped] = useState<TypedNumbers>();
  const [isLeft, setLeft] = useState(false);
  // A position of the device or the map replaces what was typed.
  const isKept =
    typed !== undefined && (given === undefined || AXES.every((axis) => degreesIn(typed[axis], axis) === given[axis]));
  if (typed !== undefined && !isKept) setTyped(undefined);
  const shown = isKept ? typed : typedNumbers(given);
  const isHalf = isKept && given === undefined && AXES.some((axis) => typed[axis].trim() !== '');
  useUnfinished('number', isHalf);
  // A tap on a button does not take the focus on every phone.
  const isSaid = isHalf && (isLeft || showProblems);
  const write = (next: TypedNumbers): void => {
    const lat = degreesIn(next.lat, 'lat');
    const lon = degreesIn(next.lon, 'lon');
    setTyped(next);
    set(lat === undefined || lon === undefined ? undefined : { lat, lon });
  };
  const paste = (event: ClipboardEvent): void => {
    const [, lat, lon] = COORDINATE_PAIR.exec(event.clipboardData.getData('text/plain')) ?? [];
    if (lat === undefined || lon === undefined || readOnly) return;
    event.preventDefault();
    write({ lat, lon });
  };
  return (
    <div
      onFocus={() => setLeft(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setLeft(true);
        if (!isHalf) setTyped(undefined);
      }}
    >
      <div className="kf-row">
        {AXES.map((axis) => (
          <label key={axis} className="kf-coordinate" htmlFor={`${id}/${axis}`}>
            <span>{messages.format(`fieldForms.${axis}`)}</span>
            <input
              id={`${id}/${axis}`}
              className="bp6-input bp6-fill"
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              readOnly={readOnly}
              value={shown[axis]}
              aria-invalid={isSaid && degreesIn(shown[axis], axis) === undefined}
              aria-describedby={isSaid ? `${id}/half` : undefined}
              onChange={({ target }) => write({ ...shown, [axis]: target.value })}
              onPaste={paste}
            />
          </label>
        ))}
      </div>
      {isSaid && (
        <p id={`${id}/half`} role="alert" className="kf-warning">
          {messages.format('fieldForms.halfPosition')}
        </p>
      )}
    </div>
  );
};

export const PointControl = ({ node, id, labelId, describedBy, set }: AnswerControlProps) => {
  const messages = useMessages();
  const [position] = viewPositionsOf(node.value);
  const { capture = DEFAULT_CAPTURE_METRES, warning } = node.question.accuracy ?? {};
  const isVague = warning !== undefined && (position?.accuracy ?? 0) > warning;
  const before = useRef(position);
  return (
    <div id={id} role="group" tabIndex={-1} aria-labelledby={labelId} aria-describedby={describedBy}>
      <LocateButton
        message="fieldForms.locate"
        captureAt={capture}
        disabled={node.readOnly}
        take={set}
        // A person who finishes the record meanwhile has the best position so far.
        follow={set}
        begin={() => {
          before.current = position;
        }}
        giveUp={() => set(before.current)}
      >
        {position?.accuracy !== undefined && (
          <p className={isVague ? 'kf-warning' : 'kf-hint'}>
            {messages.format(isVague ? 'fieldForms.vague' : 'fieldForms.accuracy', { metres: position.accuracy })}
          </p>
        )}
      </LocateButton>
      <TypedPosition id={id} given={position} readOnly={node.readOnly} set={set} />
      {!node.readOnly && <MapToggle {...{ node, set }} />}
      {position && !node.readOnly && (
        <Button variant="minimal" icon="cross" onClick={() => set(undefined)}>
          {messages.format('fieldForms.clear')}
        </Button>
      )}
    </div>
  );
};

export const ShapeControl = ({ node, id, labelId, describedBy, set }: AnswerControlProps) => {
  const messages = useMessages();
  const isArea = node.question.type === 'area';
  const all = viewPositionsOf(node.value);
  // The last position of an area repeats the first.
  const corners = isArea ? all.slice(0, -1) : all;
  const store = (next: readonly Position[]): void => {
    const [first] = next;
    set(first === undefined ? undefined : isArea ? [...next, first] : next);
  };
  return (
    <div id={id} role="group" tabIndex={-1} aria-labelledby={labelId} aria-describedby={describedBy}>
      <p>{messages.format('fieldForms.corners', { count: corners.length })}</p>
      <LocateButton
        message="fieldForms.addCorner"
        captureAt={node.question.accuracy?.capture ?? DEFAULT_CAPTURE_METRES}
        disabled={node.readOnly}
        take={(position) => store([...corners, position])}
      />
      {!node.readOnly && <MapToggle {...{ node, set }} />}
      {/* Below the map, which must not move while its positions are added. */}
      <ol className="kf-corners">
        {corners.map((corner, at) => (
          <li key={`${at}/${corner.lat}/${corner.lon}`}>
            <bdi dir="ltr" className="kk-fill">{`${corner.lat.toFixed(5)}, ${corner.lon.toFixed(5)}`}</bdi>
            {!node.readOnly && (
              <IconButton
                icon="cross"
                label={messages.format('fieldForms.removeCorner', { number: at + 1 })}
                onClick={() => store(corners.filter((_, index) => index !== at))}
              />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
};
