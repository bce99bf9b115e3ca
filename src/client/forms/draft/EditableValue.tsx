// A value on the page of an item that can be edited in place: a click on it, or on its button, opens the field of that
// property.

import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { EditInPlace } from 'src/client/ClientDomain.ts';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import { useSave } from 'src/client/forms/draft/useItemDraft.ts';
import type { FormHandle } from 'src/client/forms/ItemForm.tsx';
import { LaterItemForm } from 'src/client/forms/LaterItemForm.ts';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Property } from 'src/model/schema/Property.ts';

/**
 * True if a person who may change the item can change this property. `closed`: properties that only administrators
 * write.
 */
export const isWritable = ({ name, files, readOnly, computed }: Property, closed: readonly string[]): boolean =>
  !closed.includes(name) && !readOnly && !computed && !files;

const NO_PROPERTIES: readonly string[] = [];
const CLICKABLE_PARTS = 'a, button, input, select, textarea, audio, video, summary';

interface FieldProps {
  readonly path: string;
  readonly place: EditInPlace;
  readonly close: () => void;
}

const isSubmit = ({ key, target, defaultPrevented, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !defaultPrevented &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.getAttribute('role') !== 'combobox';

/** The field of one property, which Enter saves and Escape gives up. */
export const FieldInPlace = observer(({ path, place, close }: FieldProps) => {
  const { draft, goToForm } = place;
  const messages = useMessages();
  const save = useSave(draft);
  const [form, setForm] = useState<FormHandle | null>(null);
  useEffect(() => form?.begin(), [form]);
  const submit = async (): Promise<void> => {
    const saved = await save();
    if (saved && !draft.dirty) close();
    else if (draft.waiting) close();
    else if (draft.conflict || Object.keys(draft.problems).some((pointer) => propertyOfPointer(pointer) !== path))
      goToForm();
  };
  const cancel = (): void => {
    draft.revert(path);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSubmit(event)) void submit();
    else if (event.key === 'Escape' && !event.defaultPrevented) cancel();
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Escape of the field inside
    <div className="kk-in-place" onKeyDown={onKeyDown}>
      <Suspense fallback={<Loading />}>
        <LaterItemForm draft={draft} only={path} ref={setForm} />
      </Suspense>
      <p className="kk-row">
        <Button
          size="small"
          variant="solid"
          intent="primary"
          disabled={!draft.dirty}
          loading={draft.dirtyState === 'SAVING'}
          onClick={() => void submit()}
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

interface EditableValueProps {
  readonly name: string;
  readonly property: Property;
  /** Absent where this person may not change the item. */
  readonly place: EditInPlace | undefined;
  readonly children: ReactNode;
}

export const EditableValue = observer(({ name, property, place, children }: EditableValueProps) => {
  const messages = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const isOpen = place?.open === property.name;
  const isLeaving = useRef(false);
  // Runs once the value is rendered again, which after a save is later than the next frame.
  useEffect(() => {
    if (isOpen || !isLeaving.current) return;
    isLeaving.current = false;
    box.current?.querySelector<HTMLElement>(':scope > .kk-editable-button')?.focus();
  }, [isOpen]);
  if (!isWritable(property, NO_PROPERTIES)) return children;
  // The right to edit is known later than the value, so the value is not replaced: a link in it may have the focus.
  if (!place || !isWritable(property, place.closed)) {
    return (
      <div ref={box} className="kk-fixed">
        <div className="kk-fixed-value">{children}</div>
      </div>
    );
  }
  const path = property.name;
  const { look } = KIND_VIEWS[property.kind];
  const close = (): void => {
    isLeaving.current = true;
    place.setOpen(undefined);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const isText = window.getSelection()?.isCollapsed !== false;
    if (isText && target instanceof Element && !target.closest(CLICKABLE_PARTS)) place.setOpen(path);
  };
  if (isOpen) {
    return (
      <div ref={box} className="kk-editable-open">
        <FieldInPlace path={path} place={place} close={close} />
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button does the same by keyboard
    <div
      ref={box}
      className={look.wide && look.group ? 'kk-editable kk-editable-wide' : 'kk-editable'}
      onClick={onClick}
    >
      <div className="kk-editable-value">{children}</div>
      <IconButton
        size="small"
        icon="edit"
        className="kk-editable-button"
        label={messages.format('cells.editValue', { name })}
        onClick={() => place.setOpen(path)}
      />
    </div>
  );
});
