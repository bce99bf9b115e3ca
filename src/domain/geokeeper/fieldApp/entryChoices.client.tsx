// The choices of the collector about an entry apart from its answers: who may see the record, and the work item that it belongs to.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useMessages } from 'src/client/extendFrame.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import {
  audiencesWithin,
  type FieldEntry,
  type PackageForm,
  type PackageProgram,
  usualAudience,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly choose: (value: string) => void;
}

const LargeChoice = ({ label, hint, value, choices, choose }: ChoiceProps) => {
  const id = useId();
  return (
    <p className="kk-field-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="kk-soft">
          {hint}
        </span>
      )}
    </p>
  );
};

interface EntryChoicesProps {
  readonly entry: FieldEntry;
  readonly form: PackageForm | undefined;
  readonly program: PackageProgram | undefined;
}

export const EntryChoices = observer(({ entry, form, program }: EntryChoicesProps) => {
  const { store } = useFieldPage();
  const messages = useMessages();
  const { instanceId, workItem, trip } = entry;
  const audiences = form ? audiencesWithin(form.audience) : [];
  const isOnTrip = trip !== undefined || entry.formType === 'trip';
  const workItems = (program?.workItems ?? []).filter(
    ({ $id, lockToTrip }) => lockToTrip !== true || isOnTrip || $id === workItem,
  );
  const hasLocked = workItems.length < (program?.workItems.length ?? 0);
  return (
    <>
      {workItems.length > 0 && (
        <LargeChoice
          label={messages.format('field.workItem')}
          hint={hasLocked ? messages.format('field.lockedToTrip') : undefined}
          value={workItem ?? ''}
          choices={[
            { value: '', text: messages.format('field.noWorkItem') },
            ...workItems.map(({ $id, $label = $id }) => ({ value: $id, text: $label })),
          ]}
          choose={(value) => void store.change(instanceId, { workItem: value })}
        />
      )}
      {audiences.length > 1 && (
        <LargeChoice
          label={messages.format('field.audience')}
          hint={messages.format('field.audienceHint')}
          value={entry.audience ?? (form && usualAudience(form.audience)) ?? ''}
          choices={audiences.map((level) => ({ value: level, text: messages.format(`levels.${level}`) }))}
          choose={(value) => void store.change(instanceId, { audience: value })}
        />
      )}
    </>
  );
});
