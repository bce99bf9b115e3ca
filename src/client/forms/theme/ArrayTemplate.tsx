// Lists of several entries, each in its frame with buttons to move and remove it. Works by keyboard; what happened is announced by focus.

import type {
  ArrayFieldItemButtonsTemplateProps,
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
} from '@rjsf/utils';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { isBlankValue } from 'src/base/isEmptyValue.ts';
import { RequiredMark, useRequired } from 'src/client/fields/RequiredMark.tsx';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { entryText, useLabel } from 'src/client/forms/theme/fieldLabels.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Waits until the page has rendered the change, and focuses the first control of the new entry, or the add button after a removal. */
const focusSoon = (find: () => HTMLElement | null | undefined): void => {
  requestAnimationFrame(() => find()?.focus());
};

const ENTRY_CONTROL = 'input, select, textarea, button';

/** Returns the lines of a pasted text that are filled in. */
const pastedLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\r\u2028]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns a function that makes an entry of each line of a text that is pasted into an empty entry of a list of texts. */
const usePastedLines = ({ schema, fieldPathId, formData }: ArrayFieldTemplateProps) => {
  const session = useFormSession();
  const [name, ...below] = fieldPathId.path;
  const { items } = schema;
  const isOfTexts = typeof items === 'object' && !Array.isArray(items) && items.type === 'string';
  return (event: ClipboardEvent<HTMLElement>): void => {
    const { target, currentTarget, clipboardData } = event;
    const row = target instanceof HTMLInputElement ? target.closest('.kf-entry-line') : null;
    const lines = pastedLines(clipboardData.getData('text/plain'));
    if (!session || !row || !isOfTexts || below.length > 0 || name === undefined || lines.length < 2) return;
    const at = [...currentTarget.children].indexOf(row);
    const rows: readonly unknown[] = Array.isArray(formData) ? formData : [];
    const present = (target as HTMLInputElement).value === '' ? [] : [rows[at]];
    const next = [...rows.slice(0, at), ...present, ...lines, ...rows.slice(at + 1)].filter(
      (one) => !isBlankValue(one),
    );
    event.preventDefault();
    session.model.set({ ...session.model.values, [name]: next as Json[] });
    focusSoon(() => currentTarget.lastElementChild?.querySelector<HTMLElement>(`.kf-entry-body :is(${ENTRY_CONTROL})`));
  };
};

export const ArrayTemplate = (props: ArrayFieldTemplateProps) => {
  const { items, canAdd, onAddClick, title, required, fieldPathId, disabled, readonly } = props;
  const paste = usePastedLines(props);
  const name = useLabel(title);
  const messages = useMessages();
  const needed = useRequired({ required, fieldPathId });
  const list = useRef<HTMLOListElement>(null);
  const add = (event: unknown): void => {
    onAddClick(event);
    focusSoon(() => list.current?.lastElementChild?.querySelector<HTMLElement>(`.kf-entry-body :is(${ENTRY_CONTROL})`));
  };
  const mayAdd = canAdd && !disabled && !readonly;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key, defaultPrevented, nativeEvent } = event;
    if (key !== 'Enter' || defaultPrevented || nativeEvent.isComposing || !mayAdd) return;
    const isLine =
      target instanceof HTMLInputElement && target.closest('.kf-entry-line') !== null && target.value !== '';
    if (!isLine || target.getAttribute('role') === 'combobox') return;
    event.preventDefault();
    event.stopPropagation();
    add(event);
  };
  return (
    <fieldset className="kf-list" id={fieldPathId.$id}>
      <legend className="kf-label">
        {name} <RequiredMark required={needed} />
      </legend>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in a line goes on to the next one */}
      <ol className="kf-entries" ref={list} onKeyDown={onKeyDown} onPaste={mayAdd ? paste : undefined}>
        {items}
      </ol>
      {mayAdd && (
        // The list is directly above; screen readers, which may read only the button, get its name.
        <Button
          icon="plus"
          size="small"
          onClick={add}
          className="kf-add"
          aria-label={messages.format('forms.addTo', { name: entryText(messages, title) })}
        >
          {messages.format('forms.add')}
        </Button>
      )}
    </fieldset>
  );
};

export const ArrayItemTemplate = ({
  children,
  buttonsProps,
  hasToolbar,
  index,
  registry,
  schema,
}: ArrayFieldItemTemplateProps) => {
  const messages = useMessages();
  const Buttons = registry.templates.ArrayFieldItemButtonsTemplate;
  const tools = hasToolbar && <Buttons {...buttonsProps} />;
  // An entry of one value is a line; one of several members has a frame and a name.
  if (schema.type !== 'object') {
    return (
      <li className="kf-entry-line">
        <div className="kf-entry-body">{children}</div>
        {tools}
      </li>
    );
  }
  const named = typeof schema.title === 'string' ? entryText(messages, schema.title) : messages.format('forms.entry');
  return (
    <li className="kf-entry">
      <div className="kf-entry-head">
        <span className="kf-entry-name">
          {named} {index + 1}
        </span>
        {tools}
      </div>
      <div className="kf-entry-body">{children}</div>
    </li>
  );
};

/** Keeps focus on the entry that moved, and off the page's start after a removal. */
const afterMove = (button: HTMLElement, by: -1 | 1): void => {
  const entry = button.closest('li');
  const list = entry?.parentElement;
  const at = entry && list ? [...list.children].indexOf(entry) + by : -1;
  const way = by < 0 ? 'up' : 'down';
  focusSoon(() => {
    const moved = list?.children[at];
    const same = moved?.querySelector<HTMLButtonElement>(`[data-move=${way}] button`);
    return same && !same.disabled ? same : moved?.querySelector<HTMLElement>('[data-move] button:not(:disabled)');
  });
};

const afterRemoval = (button: HTMLElement): void => {
  const set = button.closest('fieldset');
  focusSoon(
    () => set?.querySelector<HTMLElement>(':scope > .kf-add') ?? set?.querySelector<HTMLElement>(ENTRY_CONTROL),
  );
};

export const ArrayItemButtons = (props: ArrayFieldItemButtonsTemplateProps) => {
  const { hasMoveUp, hasMoveDown, hasRemove, hasCopy, disabled, readonly, index, totalItems } = props;
  const messages = useMessages();
  if (disabled || readonly) return null;
  const place = { number: index + 1 };
  return (
    <span className="kf-entry-tools">
      {(hasMoveUp || hasMoveDown) && totalItems > 1 && (
        <>
          <span data-move="up">
            <IconButton
              size="small"
              icon="arrow-up"
              label={messages.format('forms.moveUp', place)}
              disabled={!hasMoveUp}
              onClick={(event) => {
                afterMove(event.currentTarget, -1);
                props.onMoveUpItem(event);
              }}
            />
          </span>
          <span data-move="down">
            <IconButton
              size="small"
              icon="arrow-down"
              label={messages.format('forms.moveDown', place)}
              disabled={!hasMoveDown}
              onClick={(event) => {
                afterMove(event.currentTarget, 1);
                props.onMoveDownItem(event);
              }}
            />
          </span>
        </>
      )}
      {hasCopy && (
        <IconButton
          size="small"
          icon="duplicate"
          label={messages.format('forms.copyEntry', place)}
          onClick={props.onCopyItem}
        />
      )}
      {hasRemove && (
        <span data-act="remove">
          <IconButton
            size="small"
            icon="trash"
            label={messages.format('forms.removeEntry', place)}
            onClick={(event) => {
              afterRemoval(event.currentTarget);
              props.onRemoveItem(event);
            }}
          />
        </span>
      )}
    </span>
  );
};
