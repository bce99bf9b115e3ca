// The page of the helped person, scaled to the space there is, with a layer above it that sends what the agent does.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { Button, useMessages } from 'src/client/extendFrame.ts';
import type { AgentHelp } from 'src/domain/assist/client/agent/AgentHelp.client.ts';
import { LiveScreen, type ScreenSize } from 'src/domain/assist/client/agent/LiveScreen.client.ts';
import { type SentField, useSentActs } from 'src/domain/assist/client/agent/useSentActs.client.ts';

interface Shown {
  readonly screen: LiveScreen | undefined;
  readonly size: ScreenSize | undefined;
  readonly hasPicture: boolean;
  readonly pointer: { readonly x: number; readonly y: number } | undefined;
}

const AGENT_NOTHING: Shown = { screen: undefined, size: undefined, hasPicture: false, pointer: undefined };

const useLiveScreen = (help: AgentHelp, root: RefObject<HTMLDivElement | null>): Shown => {
  const { format } = useMessages();
  const [shown, setShown] = useState<Shown>(AGENT_NOTHING);
  useEffect(() => {
    if (!root.current) return undefined;
    const set = (change: Partial<Shown>): void => setShown((before) => ({ ...before, ...change }));
    const setPicture = (hasPicture: boolean): void =>
      setShown((before) => (before.hasPicture === hasPicture ? before : { ...before, hasPicture }));
    const screen = new LiveScreen(root.current, {
      onSize: ({ width, height }) => set({ size: { width, height } }),
      onPointer: (x, y) => set({ pointer: { x, y } }),
      onShown: () => setPicture(true),
      onCleared: () => setPicture(false),
    });
    set({ screen });
    help.showOn(screen);
    return () => {
      help.showOn(undefined);
      screen.destroy();
      setShown(AGENT_NOTHING);
    };
  }, [help, root]);
  const { screen } = shown;
  useEffect(() => {
    if (!screen) return undefined;
    help.pictures.showIn({
      canvasOf: (node) => screen.canvasOf(node),
      textOf: (state) => (state === 'shown' || state === 'gone' ? '' : format(`assist.agent.picture.${state}`)),
    });
    return () => help.pictures.showIn(undefined);
  }, [help, screen, format]);
  return shown;
};

/** Returns the factor with which the page fits into the space. */
const useScale = (space: RefObject<HTMLDivElement | null>, size: ScreenSize | undefined): number => {
  const [inner, setInner] = useState<ScreenSize>();
  useEffect(() => {
    const element = space.current;
    if (!element) return undefined;
    const sizes = new ResizeObserver(() => setInner({ width: element.clientWidth, height: element.clientHeight }));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [space]);
  return size && inner ? Math.min(1, inner.width / size.width, inner.height / size.height) : 1;
};

interface FieldTextProps {
  readonly help: AgentHelp;
  readonly field: SentField;
  readonly close: () => void;
}

/** The text of the field that the agent has clicked. The field itself shows blocks, because typed text is masked. */
const FieldText = ({ help, field, close }: FieldTextProps) => {
  const { format } = useMessages();
  const [text, setText] = useState('');
  return (
    <p className="kk-assist-field kk-row">
      <label className="kk-fill">
        {format('assist.agent.fieldText')}
        <input
          className="bp6-input bp6-fill"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            help.act('input', { node: field.node, value: target.value });
          }}
          onKeyDown={({ key }) => key === 'Enter' && help.act('key', { key })}
        />
      </label>
      <Button size="small" onClick={close}>
        {format('assist.agent.fieldDone')}
      </Button>
    </p>
  );
};

export const HelpedScreen = observer(({ help }: { readonly help: AgentHelp }) => {
  const { format } = useMessages();
  const space = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { screen, size, hasPicture, pointer } = useLiveScreen(help, root);
  const scale = useScale(space, size);
  const [isDrawing, setDrawing] = useState(false);
  const mayView = help.me?.view === 'enabled';
  const mayControl = help.me?.control === 'enabled';
  const acts = useSentActs({ help, screen, scale, isDrawing, mayControl });
  const isShown = mayView && hasPicture && size !== undefined;
  const frame: CSSProperties = { inlineSize: size?.width, blockSize: size?.height, transform: `scale(${scale})` };
  return (
    <>
      {isShown && (
        <p className="kk-row">
          <label className="kk-check">
            <input type="checkbox" checked={isDrawing} onChange={({ target }) => setDrawing(target.checked)} />
            {format('assist.agent.draw')}
          </label>
          <span className="kk-soft">{format(mayControl ? 'assist.agent.controlHint' : 'assist.agent.viewHint')}</span>
        </p>
      )}
      {acts.field && mayControl && (
        <FieldText key={acts.field.node} help={help} field={acts.field} close={acts.leaveField} />
      )}
      <div ref={space} className="kk-assist-space">
        {!isShown && (
          <p className="kk-assist-empty">{format(mayView ? 'assist.agent.loading' : 'assist.agent.notShown')}</p>
        )}
        <div className="kk-assist-screen" style={frame} hidden={!isShown}>
          <div ref={root} aria-hidden />
          {pointer && (
            <span
              className="kk-assist-visitor"
              style={{ transform: `translate(${pointer.x}px, ${pointer.y}px)` }}
              aria-hidden
            />
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- sends what is done on it */}
          <div
            className={`kk-assist-layer${isDrawing ? ' kk-assist-drawing' : ''}`}
            role="application"
            aria-label={format('assist.agent.screen')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- sends the keys that are pressed on it
            tabIndex={0}
            {...acts.handlers}
          >
            <svg width="100%" height="100%" aria-hidden>
              {acts.lines.map(({ key, points }) => (
                <polyline key={key} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
              ))}
            </svg>
          </div>
        </div>
      </div>
    </>
  );
});
