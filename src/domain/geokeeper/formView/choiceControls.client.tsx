// Controls for one and for several choices: buttons with pictures, a scale, a list of the browser, and a searched list for long lists.

import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useMessages } from 'src/client/extend.ts';
import { looksLike } from 'src/domain/geokeeper/formView/formLabels.ts';
import { type AnswerControlProps, useFormView } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import type { SessionChoice } from 'src/domain/geokeeper/forms/fillSession.ts';

/** Longer lists are searched. */
const MOST_BUTTONS = 60;
/** Height of an entry of a searched list in pixels. Large enough for a thumb. */
const ENTRY_HEIGHT = 52;

const viewNamesIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : typeof value === 'string'
      ? [value]
      : [];

const ChoiceFace = ({ choice }: { readonly choice: SessionChoice }) => {
  const { mediaUrl, session } = useFormView();
  const names = choice.media?.image;
  const name = names?.[session.language] ?? names?.[session.form.defaultLanguage] ?? Object.values(names ?? {})[0];
  const url = name === undefined ? undefined : mediaUrl(name);
  return (
    <>
      {url !== undefined && <img className="kf-choice-picture" src={url} alt="" />}
      <span dir="auto">{choice.label}</span>
    </>
  );
};

interface ChosenProps extends AnswerControlProps {
  readonly chosen: readonly string[];
  readonly choose: (name: string, on: boolean) => void;
  readonly several: boolean;
  readonly choices: readonly SessionChoice[];
}

const ChoiceButtons = ({ node, id, labelId, describedBy, invalid, leave, ...props }: ChosenProps) => {
  const { appearance } = node.question;
  const look = looksLike(appearance, 'likert')
    ? ' kf-likert'
    : /\b(?:columns|horizontal)/u.test(appearance ?? '')
      ? ' kf-columns'
      : '';
  return (
    <div
      role={props.several ? 'group' : 'radiogroup'}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-invalid={props.several ? undefined : invalid || undefined}
      className={`kf-choices${look}`}
    >
      {props.choices.map((choice, at) => (
        <label key={choice.name} className="kf-choice">
          <input
            id={at === 0 ? id : undefined}
            type={props.several ? 'checkbox' : 'radio'}
            name={id}
            checked={props.chosen.includes(choice.name)}
            disabled={node.readOnly}
            onBlur={leave}
            onChange={({ target }) => props.choose(choice.name, target.checked)}
            // A second press on a chosen radio removes the answer, which a person could not take back otherwise.
            onClick={() =>
              !props.several && !node.required && props.chosen.includes(choice.name) && props.choose(choice.name, false)
            }
          />
          <ChoiceFace choice={choice} />
        </label>
      ))}
    </div>
  );
};

const MinimalChoice = ({ node, id, describedBy, invalid, set, leave, chosen, choices }: ChosenProps) => {
  const messages = useMessages();
  return (
    <div className="bp6-html-select bp6-fill">
      <select
        {...{ id, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }}
        value={chosen[0] ?? ''}
        disabled={node.readOnly}
        onBlur={leave}
        onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
      >
        <option value="">{messages.format('fieldForms.choose')}</option>
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
};

const foldedText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Only the entries in view are elements, so a list of 50,000 choices costs as much as a short one. */
const LongList = (props: ChosenProps) => {
  const { node, id, labelId, describedBy, chosen, choices, choose, several, leave } = props;
  const messages = useMessages();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const folded = useMemo(() => choices.map(({ label, name }) => foldedText(`${label} ${name}`)), [choices]);
  const found = useMemo(() => {
    const words = foldedText(wanted).trim();
    return words === '' ? choices : choices.filter((_, at) => folded[at]?.includes(words));
  }, [choices, folded, wanted]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the list renders again when it is scrolled
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ENTRY_HEIGHT,
    overscan: 4,
  });
  return (
    <div className="kf-long-list">
      {chosen.length > 0 && (
        <p className="kf-chosen" dir="auto">
          {chosen.map((name) => choices.find((each) => each.name === name)?.label ?? name).join(', ')}
        </p>
      )}
      <input
        {...{ id, 'aria-describedby': describedBy, 'aria-labelledby': labelId }}
        className="bp6-input bp6-fill"
        type="search"
        dir="auto"
        placeholder={messages.format('fieldForms.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="kf-hint" role="status">
        {messages.format('fieldForms.found', { count: found.length })}
      </p>
      <div ref={scroller} className="kf-long-scroll" role="group" aria-labelledby={labelId}>
        <div style={{ blockSize: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const choice = found[index];
            if (!choice) return null;
            return (
              <label
                key={choice.name}
                className="kf-choice kf-long-entry"
                style={{ transform: `translateY(${start}px)`, blockSize: ENTRY_HEIGHT }}
              >
                <input
                  type={several ? 'checkbox' : 'radio'}
                  name={`${id}/list`}
                  checked={chosen.includes(choice.name)}
                  disabled={node.readOnly}
                  onBlur={leave}
                  onChange={({ target }) => choose(choice.name, target.checked)}
                />
                <ChoiceFace choice={choice} />
              </label>
            );
          })}
        </div>
      </div>
    </div>
  );
};

const OtherAnswer = ({ node, id, set, several, chosen }: ChosenProps) => {
  const messages = useMessages();
  const known = new Set(node.choices.map(({ name }) => name));
  const own = chosen.filter((name) => !known.has(name));
  const write = (text: string): void => {
    const typed = text === '' ? [] : [text];
    if (several) set([...chosen.filter((name) => known.has(name)), ...typed]);
    else set(typed[0]);
  };
  return (
    <label className="kf-other" htmlFor={`${id}/other`}>
      <span>{messages.format('fieldForms.other')}</span>
      <input
        id={`${id}/other`}
        className="bp6-input bp6-fill"
        dir="auto"
        readOnly={node.readOnly}
        value={own[0] ?? ''}
        onChange={({ target }) => write(target.value)}
      />
    </label>
  );
};

export const ChoiceControl = (props: AnswerControlProps) => {
  const { node, set } = props;
  const { type, appearance, other } = node.question;
  const several = type === 'selectMany';
  const chosen = viewNamesIn(node.value);
  const choose = (name: string, on: boolean): void => {
    if (!several) return set(on ? name : undefined);
    const rest = chosen.filter((each) => each !== name);
    const next = on ? [...rest, name] : rest;
    set(next.length > 0 ? next : undefined);
  };
  const all: ChosenProps = { ...props, chosen, choose, several, choices: node.choices };
  const isLong = node.choices.length > MOST_BUTTONS || looksLike(appearance, 'autocomplete');
  const Control = isLong ? LongList : looksLike(appearance, 'minimal') && !several ? MinimalChoice : ChoiceButtons;
  return (
    <>
      <Control {...all} />
      {other === true && <OtherAnswer {...all} />}
    </>
  );
};
