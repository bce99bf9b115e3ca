// The editor of a text in Markdown, as people know it from a word processor. Loaded when a form with such a text is shown.

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { EditorSession, type EditorProps, type Shown } from 'src/client/fields/markdown/EditorSession.ts';
import { EditorToolbar } from 'src/client/fields/markdown/EditorToolbar.tsx';
import { completionAt, fieldsLike } from 'src/client/fields/markdown/fieldChips.ts';
import type { MergeField } from 'src/client/ClientDomain.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'prosemirror-view/style/prosemirror.css';
import 'src/client/fields/markdown/markdown.css';
import 'src/client/fields/markdown/editor.css';
import 'src/client/intl/laterMessages.ts';

const MAX_OFFERED = 8;

interface OfferProps {
  readonly id: string;
  readonly fields: readonly MergeField[];
  readonly chosen: number;
  readonly at: NonNullable<Shown['at']>;
  readonly take: (field: MergeField) => void;
}

const Offered = ({ id, fields, chosen, at, take }: OfferProps) => {
  const messages = useMessages();
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={messages.format('forms.editor.fields')}
      className="kf-offered"
      style={{ left: at.left, top: at.top }}
    >
      {fields.map((field, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys go to the text
        <div
          key={field.path}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(field)}
        >
          {field.title}
        </div>
      ))}
    </div>
  );
};

const COMPLETION_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export const MarkdownEditor = (props: EditorProps) => {
  const { id, disabled, field, list } = props;
  const offerId = useId();
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const onKey = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const [session] = useState(() => new EditorSession(props));
  const [{ state, at }, show] = useState<Shown>({ state: session.start, at: undefined });
  const [picked, setPicked] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const completion = list && !disabled ? completionAt(state) : undefined;
  const offered =
    completion && completion.typed !== dismissed ? fieldsLike(list, completion.typed).slice(0, MAX_OFFERED) : [];
  const chosen = Math.min(picked, offered.length - 1);
  const take = ({ path }: MergeField): void => {
    session.complete(path);
    setPicked(0);
  };
  useEffect(() => {
    if (!place.current) return undefined;
    return session.mount(place.current, { show, onKey: (event) => onKey.current(event) });
  }, [session]);
  useEffect(() => session.update(props));
  useLayoutEffect(() => {
    onKey.current = (event) => {
      if (event.altKey && event.key === 'F10') {
        box.current?.querySelector<HTMLElement>('[role="toolbar"] > [tabindex="0"]')?.focus();
        return true;
      }
      const field = offered[chosen];
      const step = COMPLETION_STEPS[event.key];
      if (!field || !completion) return false;
      if (step !== undefined) setPicked((chosen + step + offered.length) % offered.length);
      else if (event.key === 'Enter' || event.key === 'Tab') take(field);
      else if (event.key === 'Escape') setDismissed(completion.typed);
      else return false;
      event.stopPropagation();
      return true;
    };
  });
  const isOffering = offered.length > 0 && at !== undefined;
  useEffect(() => {
    session.pointTo(isOffering ? offerId : undefined, isOffering ? `${offerId}-${chosen}` : undefined);
  }, [session, offerId, isOffering, chosen]);
  return (
    <div ref={box} className={`kf-editor${disabled ? ' kf-editor-disabled' : ''}`}>
      <EditorToolbar
        {...{ id, state, disabled }}
        name={field.label}
        run={(command) => session.run(command)}
        focusText={() => session.focus()}
      />
      <div className="kf-editor-place">
        <div ref={place} />
        {isOffering && <Offered id={offerId} fields={offered} {...{ chosen, at, take }} />}
      </div>
    </div>
  );
};
