// The local-changes indicator of the toolbar with "Save now" and "Discard". Nothing while there is nothing to save.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useDiscard, useSave } from 'src/client/cells/useItemDraft.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

const stateMessage = (draft: ItemDraft): string => {
  if (draft.conflict) return 'cells.changes.conflict';
  if (draft.waiting) return 'cells.changes.waiting';
  if (draft.dirtyState === 'SAVING') return 'cells.changes.saving';
  return draft.dirtyState === 'ERROR' ? 'cells.changes.error' : 'cells.changes.some';
};

const isSaveKey = (event: KeyboardEvent): boolean =>
  event.key === 's' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** A save that is refused or in conflict leads to the form, where it can be mended. */
const useSaveOrEdit = (draft: ItemDraft, edit: () => void): (() => Promise<void>) => {
  const save = useSave(draft);
  return async () => {
    const saved = await save();
    if (!saved && (draft.conflict || Object.keys(draft.problems).length > 0)) edit();
  };
};

interface LocalChangesProps {
  readonly draft: ItemDraft;
  /** The keyboard shortcut belongs to the column with the focus. */
  readonly active: boolean;
  /** Where a refused save is mended. */
  readonly edit: () => void;
}

export const LocalChanges = observer(({ draft, active, edit }: LocalChangesProps) => {
  const { formatMessage } = useIntl();
  const save = useSaveOrEdit(draft, edit);
  const discard = useDiscard(draft);
  const { dirty } = draft;
  // Every time: the handler must be the one of this draft and these tabs.
  useEffect(() => {
    if (!active || !dirty) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      void save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  if (!dirty) return null;
  return (
    <div className="kk-changes">
      <span className={`kk-changes-sign${draft.dirtyState === 'ERROR' ? ' kk-danger' : ''}`}>
        <Icon name="dot" /> {formatMessage({ id: stateMessage(draft) }, { count: draft.changed.length })}
      </span>
      <Button size="small" disabled={draft.dirtyState === 'SAVING'} onClick={() => void discard()}>
        {formatMessage({ id: 'cells.discardButton' })}
      </Button>
      <Button
        size="small"
        variant="solid"
        intent="primary"
        loading={draft.dirtyState === 'SAVING'}
        onClick={draft.conflict ? edit : () => void save()}
      >
        {formatMessage({ id: draft.conflict ? 'cells.conflict.choose' : 'cells.saveNow' })}
      </Button>
    </div>
  );
});
