// Editor in a cell of a table: the field of the form, with the same checks as on the item's page. Enter saves and moves down, Tab moves to
// the side, Escape gives up. The value is shown in the cell while it is saved. Used by TableDisplay.

import { deepEqual } from 'src/base/deepEqual.ts';
import { observer } from 'mobx-react-lite';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import { LetterChoice } from 'src/client/displays/table/LetterChoice.ts';
import type { HeldKeys } from 'src/client/displays/table/HeldKeys.ts';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import { beginTyping, takeTyped } from 'src/client/displays/table/typing.ts';
import { ProblemsPlaceContext } from 'src/client/fields/session/FieldState.ts';
import { useWideningQuestion } from 'src/client/forms/draft/levelWidening.ts';
import { useDraftGate } from 'src/client/forms/draft/useItemDraft.ts';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';

export type AfterEdit = 'stay' | 'down' | 'right' | 'left';

export interface EditedCell {
  readonly id: ItemId;
  readonly property: Property;
  /** Value at the first key. The draft takes the typed text later, and another person may change the value meanwhile. */
  readonly began: Json;
  /** Id of the element of the cell. */
  readonly element: string;
  readonly row: number;
  readonly col: number;
}

interface TableEditorProps {
  readonly edited: EditedCell;
  /** Line below the table, which shows why a value of one line was refused. */
  readonly line: HTMLElement | null;
  readonly edits: SheetEdits;
  readonly keys: HeldKeys;
  readonly close: (then: AfterEdit) => void;
  /** Opens the editor again, after a save that was refused. */
  readonly reopen: () => void;
}

const EDITOR_WIDTH = 300;
const BARE_WIDTH = 140;

/** True for a value that is typed on one line: its field has no label and no buttons, like a cell of a spreadsheet. */
const isBare = ({ kind, many, rel, list, values, properties }: Property): boolean =>
  !many &&
  !rel &&
  !list &&
  !values &&
  !properties &&
  KINDS[kind].lines !== 'many' &&
  KIND_INPUTS[kind].choices === undefined &&
  KIND_INPUTS[kind].composite === undefined &&
  KIND_VIEWS[kind].look.group === undefined;

/** Takes no clicks, and keeps the focus, which an invisible element would lose. */
const OUT_OF_VIEW: CSSProperties = { opacity: 0, pointerEvents: 'none' };

/**
 * Returns the position of the cell in the frame; the editor opens upwards in the lower half, so that all of it is visible. While the cell is
 * scrolled out of view, the editor is not shown.
 */
const placeOver = (cell: Element | null, frame: Element, bare: boolean): CSSProperties => {
  if (!cell) return OUT_OF_VIEW;
  const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
  const isInView =
    inner.bottom > outer.top && inner.top < outer.bottom && inner.right > outer.left && inner.left < outer.right;
  if (!isInView) return OUT_OF_VIEW;
  const width = bare ? Math.max(BARE_WIDTH, inner.width) : Math.max(EDITOR_WIDTH, inner.width);
  const isLow = inner.top - outer.top > outer.height / 2;
  return {
    left: Math.max(0, Math.min(inner.left - outer.left, outer.width - width)),
    minInlineSize: Math.min(width, outer.width),
    ...(bare && { inlineSize: Math.min(width, outer.width), minBlockSize: inner.height }),
    ...(isLow ? { bottom: outer.bottom - inner.bottom } : { top: inner.top - outer.top }),
  };
};

/** Returns what happens after a key in the field; undefined for a key of the field itself. */
const afterKey = ({ key, target, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): AfterEdit | undefined => {
  if (nativeEvent.isComposing) return undefined;
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  if (key !== 'Enter') return undefined;
  if (ctrlKey || metaKey) return 'stay';
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? 'down' : undefined;
};

const isRefusedElsewhere = (draft: ItemDraft, path: string): boolean =>
  draft.conflict !== undefined || Object.keys(draft.problems).some((pointer) => propertyOfPointer(pointer) !== path);

const useCommit = (
  { edited, edits, keys, close, reopen }: TableEditorProps,
  draft: ItemDraft,
  box: RefObject<HTMLElement | null>,
) => {
  /** True after something was typed here: a text that is no value keeps the editor open. */
  const typed = useRef(false);
  const { navigation, alerts, items } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const mayWiden = useWideningQuestion();
  const { id, property, began } = edited;
  const compareWithOthers = (): void => {
    const record = draft.record('');
    draft.recover({ ...record, base: { ...record.base, [property.name]: began } });
  };
  const goToForm = (): void => {
    close('stay');
    void navigation.open(column, `i-${id}`, 'edit');
  };
  const send = async (): Promise<boolean> => {
    try {
      return await edits.save(draft, property.name);
    } catch (thrown) {
      alerts.error(thrown, true);
      return false;
    }
  };
  /** Saves. `stay` waits for the answer, and everything else continues in the next cell at once. */
  const commit = async (then: AfterEdit): Promise<void> => {
    keys.hold();
    const taken = await takeTyped(box.current);
    if (draft.dirty && !deepEqual(draft.base[property.name] ?? null, began)) compareWithOthers();
    if (!draft.dirty) return taken || !typed.current ? close(then) : keys.drop();
    if (!(await navigation.pass(column, 'SAVE')) || !(await mayWiden(draft)).granted) return keys.drop();
    if (then !== 'stay') close(then);
    const saved = await send();
    if (then === 'stay' && saved) close(then);
    if (saved) return;
    if (then === 'stay') keys.drop();
    if (then === 'stay' && isRefusedElsewhere(draft, property.name)) goToForm();
    else if (then !== 'stay') {
      const name = messages.property(draft.type, property.name);
      const label = itemName(items, messages.format, id);
      const message = draft.conflict ? 'table.changedElsewhere' : 'table.unsaved';
      const open = isRefusedElsewhere(draft, property.name) ? goToForm : reopen;
      alerts.info(message, { name, label }, { message: 'cells.edit', run: open });
    }
  };
  return { commit, typed };
};

export const TableEditor = observer((props: TableEditorProps) => {
  const { edited, line, keys, close } = props;
  const { id, property, element } = edited;
  const { drafts } = useClient();
  const messages = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({});
  const [form, setForm] = useState<FormHandle | null>(null);
  // Keeps the draft of the moment in which the editor opened: a right that ends in the meantime must not discard typed
  // values.
  const [draft] = useState(() => drafts.of(id));
  useDraftGate(draft);
  const { commit, typed } = useCommit(props, draft, box);
  const [letters] = useState(() => new LetterChoice());
  const bare = isBare(property);
  useLayoutEffect(() => {
    const frame = box.current?.parentElement;
    if (!frame) return undefined;
    const follow = (): void => setStyle(placeOver(document.getElementById(element), frame, bare));
    follow();
    // The cell scrolls with its table.
    frame.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => frame.removeEventListener('scroll', follow, { capture: true });
  }, [element, bare]);
  useEffect(() => {
    if (form && box.current) void beginTyping(box.current, keys, letters);
  }, [form, keys, letters]);
  const cancel = (): void => {
    draft.revert(property.name);
    close('stay');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented && event.key !== 'Tab') return;
    const then = afterKey(event);
    if (then) void commit(then);
    else if (event.key === 'Escape') cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = messages.property(draft.type, property.name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- the keys of the field inside
    <div
      ref={box}
      className={`kk-table-editor${bare ? ' kk-table-editor-bare' : ''}`}
      role="group"
      aria-label={messages.format('cells.editValue', { name })}
      style={style}
      onKeyDownCapture={(event) => keys.take(event) || letters.take(event)}
      onInput={() => void (typed.current = true)}
      onKeyDown={onKeyDown}
    >
      <ProblemsPlaceContext value={bare ? line : null}>
        <ItemForm draft={draft} only={property.name} ref={setForm} />
      </ProblemsPlaceContext>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons inside do the work; the text that they save keeps the focus */}
      <p className="kk-row kk-table-editor-acts" onMouseDown={(event) => event.preventDefault()}>
        <Button
          size="small"
          variant="solid"
          intent="primary"
          loading={draft.dirtyState === 'SAVING'}
          onClick={() => void commit('stay')}
        >
          {draft.changed.length > 1
            ? messages.format('cells.saveSeveral', { count: draft.changed.length })
            : messages.format('cells.save')}
        </Button>
        <Button size="small" onClick={cancel}>
          {messages.format('app.cancel')}
        </Button>
      </p>
    </div>
  );
});
