// Positions of a geometry as an editable list: each can be changed, removed, and followed by a new one; lines can be split at one. The list
// and the map show the same value.

import type { ShapePointsProps } from 'src/client/ClientParts.ts';
import { HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import {
  addableKinds,
  allowsSeveral,
  FEWEST,
  geometryOf,
  insertAfter,
  shapePartsOf,
  removeVertex,
  setVertex,
  splitLineAt,
  type PartKind,
  type ShapePart,
} from 'src/client/fields/text/shapes.ts';
import { PositionInput } from 'src/client/map/PositionInput.tsx';
import { NOTATIONS, type Notation } from 'src/client/map/typedPosition.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/intl/laterMessages.ts';

/** Longer geometries are edited on the map or in a file. */
const MAX_LISTED_POSITIONS = 200;

interface PartPointsProps extends Omit<ShapePointsProps, 'value' | 'set'> {
  readonly parts: readonly ShapePart[];
  readonly at: number;
  readonly notation: Notation;
  readonly change: (parts: readonly ShapePart[]) => void;
}

const PartPoints = ({ parts, at, notation, kinds, disabled, change, leave }: PartPointsProps) => {
  const messages = useMessages();
  const part = parts[at];
  if (!part) return null;
  const name = messages.format('map.shapePart', {
    kind: messages.format(`forms.geometry.kinds.${part.kind}`),
    number: at + 1,
  });
  const splits = part.kind === 'LineString' && allowsSeveral(kinds, 'LineString');
  return (
    <fieldset className="kk-shape-part">
      <legend>{name}</legend>
      {part.rings.map((ring, ringAt) => (
        // oxlint-disable-next-line react/no-array-index-key -- rings and positions have no other name
        <ol key={ringAt} className="kk-shape-points">
          {ring.slice(0, MAX_LISTED_POSITIONS).map((vertex, vertexAt) => {
            const place = { part: at, ring: ringAt, vertex: vertexAt };
            const label = messages.format('map.pointOf', { number: vertexAt + 1, name });
            return (
              // oxlint-disable-next-line react/no-array-index-key -- index of the vertex, as in the list above
              <li key={vertexAt}>
                <PositionInput
                  label={label}
                  vertex={vertex}
                  notation={notation}
                  disabled={disabled}
                  take={(next) => change(setVertex(parts, place, next))}
                  leave={leave}
                  placeholder={messages.format('map.positionHint')}
                />
                {part.kind !== 'Point' && (
                  <IconButton
                    size="small"
                    icon="add"
                    disabled={disabled}
                    label={messages.format('map.insertAfter', { name: label })}
                    onClick={() => change(insertAfter(parts, place))}
                  />
                )}
                {splits && vertexAt > 0 && vertexAt < ring.length - 1 && (
                  <IconButton
                    size="small"
                    icon="cut"
                    disabled={disabled}
                    label={messages.format('map.splitAt', { name: label })}
                    onClick={() => change(splitLineAt(parts, place))}
                  />
                )}
                <IconButton
                  size="small"
                  icon="cross"
                  disabled={disabled}
                  label={messages.format('map.removePoint', { name: label })}
                  onClick={() => change(removeVertex(parts, place))}
                />
              </li>
            );
          })}
        </ol>
      ))}
      {part.rings.some((ring) => ring.length > MAX_LISTED_POSITIONS) && (
        <p className="kk-soft">{messages.format('map.morePoints', { count: MAX_LISTED_POSITIONS })}</p>
      )}
    </fieldset>
  );
};

const emptyPart = (kind: PartKind): ShapePart => ({ kind, rings: [Array.from({ length: FEWEST[kind] }, () => '')] });

export const ShapePoints = ({ value, kinds, disabled, set, leave }: ShapePointsProps) => {
  const messages = useMessages();
  const [notation, setNotation] = useState<Notation>('decimal');
  const parts = shapePartsOf(value);
  const change = (next: readonly ShapePart[]): void => set(geometryOf(next));
  return (
    <div className="kk-shape">
      <HTMLSelect
        value={notation}
        aria-label={messages.format('map.notation')}
        onChange={(event) => setNotation(event.target.value as Notation)}
      >
        {NOTATIONS.map((each) => (
          <option key={each} value={each}>
            {messages.format(`map.notations.${each}`)}
          </option>
        ))}
      </HTMLSelect>
      {parts.map((_, at) => (
        <PartPoints
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
          key={at}
          parts={parts}
          at={at}
          notation={notation}
          kinds={kinds}
          disabled={disabled}
          change={change}
          leave={leave}
        />
      ))}
      {!disabled && (
        <div className="kk-row">
          {addableKinds(parts, kinds).map((kind) => (
            <Button key={kind} size="small" icon="plus" onClick={() => change([...parts, emptyPart(kind)])}>
              {messages.format(
                parts.some((part) => part.kind === kind) ? `map.type.another.${kind}` : `map.type.${kind}`,
              )}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};
