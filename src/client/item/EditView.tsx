// Editing an item: the form of its type over its draft, with the obstacles to saving above it. The head of the page has the only button that
// saves, because it is always in view.

import { observer } from 'mobx-react-lite';
import { Suspense, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { ConflictChoice } from 'src/client/forms/draft/ConflictChoice.tsx';
import { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import type { FormHandle } from 'src/client/forms/ItemForm.tsx';
import { LaterItemForm } from 'src/client/forms/LaterItemForm.ts';
import { AlertPreview } from 'src/client/forms/draft/AlertPreview.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { headingId } from 'src/client/navigation/useColumnFocus.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { neededForStep } from 'src/client/fields/display/stepValues.ts';

interface EditViewProps {
  readonly draft: ItemDraft;
  readonly type: ItemType;
  /** Property whose field gets the focus. */
  readonly within?: string | undefined;
  readonly done: () => void;
}

/** Leaves the text field, so that keys of one letter work. A dialog over the form, and a list or a choice of the field, take the key first. */
const leaveOnEscape = (event: KeyboardEvent<HTMLElement>, column: number): void => {
  const { key, target, currentTarget, nativeEvent } = event;
  if (key !== 'Escape' || event.defaultPrevented || nativeEvent.isComposing) return;
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  if (!target.isContentEditable && !target.matches('input, textarea')) return;
  event.preventDefault();
  document.getElementById(headingId(column))?.focus({ preventScroll: true });
};

export const EditView = observer(({ draft, type, within, done }: EditViewProps) => {
  const messages = useMessages();
  const { registry } = useClient();
  const column = useColumn();
  const state = draft.values['state'];
  const needed = useMemo(() => neededForStep(registry, type.name, state), [registry, type, state]);
  const [form, setForm] = useState<FormHandle | null>(null);
  useEffect(() => {
    if (within !== undefined) form?.show(`/${within}`);
  }, [form, within]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the fields inside
    <div className="kk-stack" onKeyDown={(event) => leaveOnEscape(event, column)}>
      <DraftBands draft={draft} type={type} />
      {draft.conflict && <ConflictChoice draft={draft} conflict={draft.conflict} type={type} />}
      <Suspense fallback={<Loading />}>
        <LaterItemForm draft={draft} needed={needed} ref={setForm} />
      </Suspense>
      {type.name === SYSTEM_TYPES.alert && <AlertPreview draft={draft} />}
      <p className="kk-page-foot">
        <Button onClick={done}>{messages.format('cells.backToReading')}</Button>
      </p>
    </div>
  );
});
