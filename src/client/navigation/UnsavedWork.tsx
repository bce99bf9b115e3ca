// The content of the dialog of a person who signs out with unsaved work: what it is, and whether it stays on this device.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { draftTitle } from 'src/client/navigation/draftTitle.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { UnsavedDraft } from 'src/client/stores/DraftStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** More are counted, not named. */
const MAX_NAMED_DRAFTS = 8;

export type LeaveChoice = 'leave' | 'take';

interface UnsavedWorkProps {
  readonly unsaved: readonly UnsavedDraft[];
  /** Number of things of areas that only this device has. */
  readonly unsent: number;
  readonly onChoose: (choice: LeaveChoice) => void;
  /** Closes the question, after everything has been saved and sent. */
  readonly close: (applied: boolean) => void;
}

/** Returns those of the drafts that are not saved yet. A save that waited for a connection ends while the person is asked. */
const useStillUnsaved = (unsaved: readonly UnsavedDraft[]): readonly UnsavedDraft[] => {
  const { drafts } = useClient();
  const dirty = new Set(drafts.dirty.map(({ key }) => key));
  // Drafts of other tabs are known only from this device.
  const [here] = useState(dirty);
  return unsaved.filter(({ key }) => dirty.has(key) || !here.has(key));
};

export const UnsavedWork = observer(({ unsaved: asked, unsent, onChoose, close }: UnsavedWorkProps) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  const [chosen, setChosen] = useState<LeaveChoice>('leave');
  const unsaved = useStillUnsaved(asked);
  const isDone = unsaved.length + unsent === 0;
  useEffect(() => {
    if (isDone) close(false);
  }, [isDone, close]);
  const choose = (choice: LeaveChoice): void => {
    setChosen(choice);
    onChoose(choice);
  };
  return (
    <fieldset className="kk-stack">
      <legend>{messages.format('signOut.intro')}</legend>
      <ul className="kk-plain-list kk-lines-list">
        {unsaved.slice(0, MAX_NAMED_DRAFTS).map((draft) => (
          <li key={draft.key} dir="auto">
            {draft.id === undefined
              ? draftTitle(draft, registry, messages)
              : itemName(items, messages.format, draft.id)}
          </li>
        ))}
        {unsent > 0 && <li>{messages.format('signOut.unsent', { count: unsent })}</li>}
        {unsaved.length > MAX_NAMED_DRAFTS && (
          <li>{messages.format('signOut.more', { count: unsaved.length - MAX_NAMED_DRAFTS })}</li>
        )}
      </ul>
      {(['leave', 'take'] as const).map((choice) => (
        <label key={choice} className="kk-check">
          <input type="radio" name="unsaved" checked={chosen === choice} onChange={() => choose(choice)} />
          <span>
            {messages.format(`signOut.${choice}`)}{' '}
            <span className="kk-soft">{messages.format(`signOut.${choice}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
});
