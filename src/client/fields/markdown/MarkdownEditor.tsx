// The editor of a text in Markdown, as people know it from a word processor. Loaded when a form with such a text is shown.

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { arrowKeys } from 'src/client/ui/arrowKeys.ts';
import { Listbox, optionId } from 'src/client/ui/Listbox.tsx';
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

export const MarkdownEditor = (props: EditorProps) => {
  const { id, disabled, field, list } = props;
  const offerId = useId();
  const messages = useMessages();
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
      const next = arrowKeys(event.key, chosen, offered.length);
      if (!field || !completion) return false;
      if (next !== undefined) setPicked(next);
      else if (event.key === 'Enter' || event.key === 'Tab') take(field);
      else if (event.key === 'Escape') setDismissed(completion.typed);
      else return false;
      event.stopPropagation();
      return true;
    };
  });
  const isOffering = offered.length > 0 && at !== undefined;
  useEffect(() => {
    session.pointTo(isOffering ? offerId : undefined, isOffering ? optionId(offerId, chosen) : undefined);
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
        {isOffering && (
          <Listbox
            id={offerId}
            label={messages.format('forms.editor.fields')}
            className="kf-offered"
            style={{ left: at.left, top: at.top }}
            options={offered.map((each) => ({ key: each.path, field: each }))}
            at={chosen}
            choose={({ field: taken }) => take(taken)}
          >
            {({ field: { title } }) => title}
          </Listbox>
        )}
      </div>
    </div>
  );
};
