// The local-changes indicator of the toolbar with "Save now" and "Discard". Nothing while there is nothing to save.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useDiscard, useSave } from 'src/client/forms/draft/useItemDraft.ts';
import { useSaveKey } from 'src/client/forms/draft/useSaveKey.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

const stateMessage = (draft: ItemDraft): string => {
  if (draft.conflict) return 'cells.changes.conflict';
  if (draft.waiting) return 'cells.changes.waiting';
  if (draft.dirtyState === 'SAVING') return 'cells.changes.saving';
  return draft.dirtyState === 'ERROR' ? 'cells.changes.error' : 'cells.changes.some';
};

/** A save that is refused or in conflict leads to the form, where the person can correct it. */
const useSaveOrEdit = (draft: ItemDraft, edit: () => void): (() => Promise<boolean>) => {
  const save = useSave(draft);
  return async () => {
    const saved = await save();
    if (!saved && (draft.conflict || Object.keys(draft.problems).length > 0)) edit();
    return saved !== undefined;
  };
};

interface LocalChangesProps {
  readonly draft: ItemDraft;
  /** Opens the form in which a refused save is corrected. */
  readonly edit: () => void;
  /** Called after the button has saved everything. The key that saves leaves the person in the form. */
  readonly saved?: () => void;
}

export const LocalChanges = observer(({ draft, edit, saved }: LocalChangesProps) => {
  const { formatMessage } = useIntl();
  const save = useSaveOrEdit(draft, edit);
  const discard = useDiscard(draft);
  const { dirty } = draft;
  const saveByButton = async (): Promise<void> => {
    // Text typed during the save still has to be saved.
    if ((await save()) && !draft.dirty) saved?.();
  };
  useSaveKey(dirty ? () => void save() : undefined);
  if (!dirty) return null;
  return (
    <div className="kk-changes">
      <span className={`kk-changes-sign${draft.dirtyState === 'ERROR' ? ' kk-danger' : ''}`}>
        <Icon name="dot" /> {formatMessage({ id: stateMessage(draft) }, { count: draft.changed.length })}
      </span>
      <Button size="small" disabled={draft.dirtyState === 'SAVING'} onClick={() => void discard()}>
        {formatMessage({ id: 'cells.discardButton' })}
      </Button>
      {!draft.isSavedOffline && (
        <Button
          size="small"
          variant="solid"
          intent="primary"
          loading={draft.dirtyState === 'SAVING'}
          onClick={draft.conflict ? edit : () => void saveByButton()}
        >
          {formatMessage({ id: draft.conflict ? 'cells.conflict.choose' : 'cells.saveNow' })}
        </Button>
      )}
    </div>
  );
});
