// Sends what the agent does on the picture of the page as events of the channel: pointing, clicking, scrolling and keys while control is
// granted, and lines while the agent draws.

import { useEffect, useState, type KeyboardEvent, type PointerEvent, type WheelEvent } from 'react';
import type { AgentHelp } from 'src/domain/assist/client/agent/AgentHelp.client.ts';
import type { LiveScreen } from 'src/domain/assist/client/agent/LiveScreen.client.ts';
import { AnnotationTrail, type TrailLine, type TrailPoint } from 'src/domain/assist/client/AnnotationTrail.client.ts';

/** A field that the agent has clicked, by its number. */
export interface SentField {
  readonly node: number;
}

interface SentActsOptions {
  readonly help: AgentHelp;
  readonly screen: LiveScreen | undefined;
  readonly scale: number;
  readonly isDrawing: boolean;
  readonly mayControl: boolean;
}

const MOVE_EVERY_MS = 50;
const AGENT_FIELDS = 'input,textarea,select';
const OWN_LINES = 'own';
/** Tab and Escape leave the picture by keyboard. */
const LEAVING_KEYS = new Set(['Tab', 'Escape']);

const textFieldAt = (screen: LiveScreen, { x, y }: TrailPoint): SentField | undefined => {
  const field = screen.elementAt(x, y)?.closest(AGENT_FIELDS);
  const node = screen.idOf(field ?? undefined);
  const isText =
    field !== null &&
    field !== undefined &&
    !/^(checkbox|radio|button|submit|file)$/.test(field.getAttribute('type') ?? '');
  return isText && node !== undefined ? { node } : undefined;
};

const useOwnLines = (): { readonly trail: AnnotationTrail; readonly lines: readonly TrailLine[] } => {
  const [trail] = useState(() => new AnnotationTrail());
  useEffect(() => () => trail.clear(), [trail]);
  return { trail, lines: trail.lines };
};

/** Observable: call it inside an observer. */
export const useSentActs = ({ help, screen, scale, isDrawing, mayControl }: SentActsOptions) => {
  const { trail, lines } = useOwnLines();
  const [field, setField] = useState<SentField>();
  const [moved, setMoved] = useState(0);
  const pointOf = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent | WheelEvent): TrailPoint => ({
    x: Math.round(offsetX),
    y: Math.round(offsetY),
  });
  const draw = (event: 'annotation_start' | 'annotation_move' | 'annotation_end', point: TrailPoint): void => {
    trail.draw(event, point, OWN_LINES);
    help.act(event, point);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (!isDrawing) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    draw('annotation_start', pointOf(event));
  };
  const onPointerMove = (event: PointerEvent): void => {
    const point = pointOf(event);
    if (isDrawing && event.buttons > 0) draw('annotation_move', point);
    if (isDrawing || !mayControl || performance.now() - moved < MOVE_EVERY_MS) return;
    setMoved(performance.now());
    help.act('move', point);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const point = pointOf(event);
    if (isDrawing) draw('annotation_end', point);
    if (isDrawing || !mayControl || !screen || event.button !== 0) return;
    const node = screen.nodeAt(point.x, point.y);
    help.act('click', node === undefined ? point : { ...point, node });
    setField(textFieldAt(screen, point));
  };
  const onWheel = (event: WheelEvent): void => {
    if (!mayControl || !screen) return;
    const { x, y } = pointOf(event);
    const scrolled = screen.scrolledAt(x, y);
    const node = screen.idOf(scrolled);
    if (!scrolled || node === undefined) return;
    const left = Math.max(0, scrolled.scrollLeft + event.deltaX / scale);
    const top = Math.max(0, scrolled.scrollTop + event.deltaY / scale);
    help.act('scroll', { node, left, top });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!mayControl || LEAVING_KEYS.has(event.key)) return;
    event.preventDefault();
    const { key, shiftKey: shift, ctrlKey: ctrl, altKey: alt, metaKey: meta } = event;
    help.act('key', { key, shift, ctrl, alt, meta });
  };
  return {
    lines,
    field,
    leaveField: () => setField(undefined),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onWheel, onKeyDown },
  };
};
