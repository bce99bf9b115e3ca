// The rights of one person in an owner, as a form: reading level, a box with a sentence for each right, start and end.
// A right that the editor does not have cannot be given, and its box says so.

import { Checkbox, Radio } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { type People, type Person, type Rights, copiedRights, toggledRole } from 'src/client/people/usePeople.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { FieldStateContext } from 'src/client/forms/session/FieldState.ts';
import { dateTimeTyping } from 'src/client/kinds/dateTime/dateTimeTyping.ts';
import { TypedInput } from 'src/client/forms/widgets/TypedInput.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { LEVELS, levelRank } from 'src/model/access/levels.ts';

interface RightsDialogProps {
  readonly people: People;
  readonly person: Pick<Person, '$id' | 'name'> & Rights;
  /** Has no rights here yet. */
  readonly fresh: boolean;
  /** The rights are those of the whole site, which know no dates. */
  readonly site: boolean;
  /** Name of the owner, or of the whole site. */
  readonly where: string;
  readonly close: () => void;
}

/** An instant as it is sent. */
const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

interface PartProps {
  readonly rights: Rights;
  readonly change: (changes: Partial<Rights>) => void;
}

const Levels = ({ rights, change, most }: PartProps & { readonly most: Rights['reads'] }) => {
  const messages = useMessages();
  const id = useId();
  return (
    <fieldset className="kk-rights-part">
      <legend>{messages.format('people.reads')}</legend>
      {LEVELS.map((level) => (
        <Radio
          key={level}
          name={id}
          checked={rights.reads === level}
          disabled={levelRank(level) > levelRank(most) && rights.reads !== level}
          onChange={() => change({ reads: level })}
          labelElement={
            <>
              {messages.format(`levels.${level}`)}{' '}
              <span className="kk-soft">{messages.format(`people.reads.${level}`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
};

const CapabilityBoxes = observer(({ rights, change, may }: PartProps & { readonly may: readonly string[] }) => {
  const messages = useMessages();
  const roles = useRoles();
  const toggle = (name: string): void => change({ capabilities: toggledRole(rights.capabilities, name) });
  return (
    <fieldset className="kk-rights-part">
      <legend>{messages.format('people.capabilities')}</legend>
      {roles.map((name) => {
        const held = rights.capabilities.includes(name);
        const mayNot = !held && !may.includes(name);
        return (
          <Checkbox
            key={name}
            checked={held}
            disabled={mayNot}
            onChange={() => toggle(name)}
            labelElement={
              <>
                {messages.find(`capabilities.${name}`) ?? readableName(name)}{' '}
                <span className="kk-soft">
                  {mayNot ? messages.format('people.notYours') : messages.find(`capabilities.${name}.help`)}
                </span>
              </>
            }
          />
        );
      })}
    </fieldset>
  );
});

/** True for a text that is typed and is no moment. */
const isUnread = (text: string | null): boolean => text !== null && !UTC_INSTANT.test(text);

const RightsDates = ({ rights, change }: PartProps) => {
  const messages = useMessages();
  const { day } = useClient();
  const id = useId();
  return (
    <fieldset className="kk-rights-part">
      <legend>{messages.format('people.time')}</legend>
      <p className="kk-soft">{messages.format('people.timeHint')}</p>
      <div className="kk-row">
        {(['from', 'to'] as const).map((name) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{messages.format(`people.${name}`)}</label>
            <FieldStateContext
              value={{
                ...{ labelId: undefined, label: messages.format(`people.${name}`), required: false },
                invalid: isUnread(rights[name]),
                describedBy: isUnread(rights[name]) ? `${id}-${name}-error` : undefined,
              }}
            >
              <TypedInput
                id={`${id}-${name}`}
                value={rights[name] ?? undefined}
                disabled={false}
                typing={dateTimeTyping(messages, day)}
                onChange={(kept) => change({ [name]: kept ?? null })}
                onLeave={() => undefined}
              />
            </FieldStateContext>
            {isUnread(rights[name]) && (
              <p id={`${id}-${name}-error`} role="alert" className="kk-error">
                {messages.format('people.notMoment')}
              </p>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
};

export const RightsDialog = ({ people, person, fresh, site, where, close }: RightsDialogProps) => {
  const messages = useMessages();
  const [rights, setRights] = useState<Rights>(copiedRights(person));
  const [busy, setBusy] = useState(false);
  const change = (changes: Partial<Rights>): void => setRights({ ...rights, ...changes });
  const may = people.answer?.may ?? { reads: 'PUBLIC', capabilities: [] };
  const send = async (next: Rights | undefined): Promise<void> => {
    setBusy(true);
    const isDone = await people.set(person, next);
    setBusy(false);
    if (isDone) close();
  };
  const unread = isUnread(rights.from) || isUnread(rights.to);
  const ends = rights.from !== null && rights.to !== null && Date.parse(rights.to) <= Date.parse(rights.from);
  return (
    <Dialog
      open
      title={messages.format('people.rightsOf', { name: person.name, where })}
      onClose={close}
      footer={
        <>
          {!fresh && (
            <Button intent="danger" loading={busy} onClick={() => void send(undefined)}>
              {messages.format('people.take')}
            </Button>
          )}
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            intent="primary"
            variant="solid"
            loading={busy}
            disabled={ends || unread}
            onClick={() => void send(rights)}
          >
            {messages.format('people.save')}
          </Button>
        </>
      }
    >
      <Levels rights={rights} change={change} most={may.reads} />
      {!site && (
        <Checkbox
          checked={rights.admin}
          onChange={() => change({ admin: !rights.admin })}
          labelElement={
            <>
              {messages.format('people.admin')} <span className="kk-soft">{messages.format('people.adminHint')}</span>
            </>
          }
        />
      )}
      <CapabilityBoxes rights={rights} change={change} may={may.capabilities} />
      {!site && <RightsDates rights={rights} change={change} />}
      {ends && (
        <p role="alert" className="kk-error">
          {messages.format('errors.endBeforeStart')}
        </p>
      )}
    </Dialog>
  );
};
