// The toolbar of the editor: one stop of the Tab key, arrows go along it.

import { useRef, useState, type KeyboardEvent } from 'react';
import type { Command, EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import {
  linkAddress,
  linkAt,
  setLink,
  setStyle,
  TEXT_STYLES,
  textStyleOf,
  TOOLS,
  type Tool,
} from 'src/client/fields/markdown/editorTools.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { moveFocus } from 'src/client/ui/arrowKeys.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface ToolbarProps {
  /** Id of the text. */
  readonly id: string;
  readonly name: string;
  readonly state: EditorState;
  readonly disabled: boolean;
  readonly run: (command: Command) => void;
  readonly focusText: () => void;
}

const controlsIn = (bar: Element): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('button, select')].filter((control) => !control.matches(':disabled'));

const LinkRow = ({
  id,
  state,
  run,
  close,
}: Pick<ToolbarProps, 'id' | 'state' | 'run'> & { readonly close: () => void }) => {
  const messages = useMessages();
  const [typed, setTyped] = useState(linkAt(state) ?? '');
  const [wrong, setWrong] = useState(false);
  const apply = (): void => {
    const href = linkAddress(typed);
    setWrong(href === undefined);
    if (href === undefined) return;
    run(setLink(href));
    close();
  };
  return (
    <div className="kf-link-row">
      <label htmlFor={`${id}__link`}>{messages.format('forms.editor.address')}</label>
      <input
        id={`${id}__link`}
        className="bp6-input"
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        value={typed}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the row opens because a person asked for it
        autoFocus
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}__link-error` : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button size="small" onClick={apply}>
        {messages.format('forms.editor.setLink')}
      </Button>
      {linkAt(state) !== undefined && (
        <Button
          size="small"
          onClick={() => {
            run(setLink(undefined));
            close();
          }}
        >
          {messages.format('forms.editor.removeLink')}
        </Button>
      )}
      <Button size="small" variant="minimal" onClick={close}>
        {messages.format('forms.editor.cancelLink')}
      </Button>
      {wrong && (
        <p id={`${id}__link-error`} role="alert" className="kf-errors">
          {messages.format('forms.editor.notAddress')}
        </p>
      )}
    </div>
  );
};

type StyleProps = Pick<ToolbarProps, 'state' | 'disabled' | 'run'> & { readonly tabIndex: number };

const StyleChoice = ({ state, disabled, run, tabIndex }: StyleProps) => {
  const messages = useMessages();
  return (
    <select
      className="bp6-input"
      aria-label={messages.format('forms.editor.style')}
      tabIndex={tabIndex}
      disabled={disabled}
      value={textStyleOf(state)}
      onChange={({ target }) => {
        const style = TEXT_STYLES.find((each) => each === target.value);
        if (style) run(setStyle(style));
      }}
    >
      {TEXT_STYLES.map((style) => (
        <option key={style} value={style}>
          {messages.format(`forms.editor.${style}`)}
        </option>
      ))}
    </select>
  );
};

export const EditorToolbar = ({ id, name, state, disabled, run, focusText }: ToolbarProps) => {
  const messages = useMessages();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [linking, setLinking] = useState(false);
  const tools = TOOLS.filter(({ onlyIn }) => onlyIn === undefined || isInTable(state));
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') {
      focusText();
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    moveFocus(event, controlsIn(event.currentTarget), 'line');
  };
  const stopOf = (at: number): number => (at === stop ? 0 : -1);
  const button = ({ key, icon, run: command, isOn, shortcut }: Tool, at: number) => {
    const name = messages.format(`forms.editor.${key}`);
    const keys = shortcut === undefined ? undefined : shortcutText(shortcut);
    return (
      <IconButton
        key={key}
        size="small"
        icon={icon}
        label={keys === undefined ? name : messages.format('forms.editor.withKeys', { label: name, keys })}
        tabIndex={stopOf(at)}
        disabled={disabled || (isOn === undefined && !command(state))}
        {...(isOn && { active: isOn(state), 'aria-pressed': isOn(state) })}
        onClick={() => run(command)}
      />
    );
  };
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={messages.format('forms.editor.toolbar', { name })}
        aria-controls={id}
        className="kf-toolbar"
        onKeyDown={move}
        // A press of the mouse leaves the cursor in the text.
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLSelectElement)) event.preventDefault();
        }}
        onFocus={({ target, currentTarget }) => setStop(Math.max(0, allControls(currentTarget).indexOf(target)))}
      >
        <StyleChoice {...{ state, disabled, run }} tabIndex={stopOf(0)} />
        {tools.map((tool, at) => button(tool, at + 1))}
        <IconButton
          size="small"
          icon="link"
          label={messages.format('forms.editor.link')}
          tabIndex={stopOf(tools.length + 1)}
          disabled={disabled}
          active={linkAt(state) !== undefined}
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
        />
      </div>
      {linking && (
        <LinkRow
          {...{ id, state, run }}
          close={() => {
            setLinking(false);
            focusText();
          }}
        />
      )}
    </>
  );
};

const allControls = (bar: Element): Element[] => [...bar.querySelectorAll('button, select')];

const isAppleKeyboard = /mac|iphone|ipad/iu.test(navigator.platform);
const shortcutText = (shortcut: string): string =>
  shortcut
    .split('-')
    .map((key) => (key === 'Mod' ? (isAppleKeyboard ? 'Cmd' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key))
    .join('+');
