// The form of the rights of one person for an owner: the level up to which the person reads, each right, and the first and last day. A
// person can give only rights that they hold.

import { observer } from 'mobx-react-lite';
import { AskDialog } from 'src/client/forms/AskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { type People, type Person, type Rights, copiedRights } from 'src/client/people/usePeople.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { LEVELS, levelRank } from 'src/model/access/levels.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { readableName } from 'src/model/text/readableName.ts';

interface RightsDialogProps {
  readonly people: People;
  readonly person: Pick<Person, '$id' | 'name'> & Rights;
  /** The person has no rights for the owner yet. */
  readonly fresh: boolean;
  /** The rights are those of the whole site, which have no dates. */
  readonly site: boolean;
  /** Name of the owner, or of the whole site. */
  readonly where: string;
  readonly close: () => void;
}

/** An instant as it is sent. */
const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const momentFault = (value: Json): string | undefined =>
  UTC_INSTANT.test(String(value)) ? undefined : 'people.notMoment';

const isEndBeforeStart = (to: Json, { from }: Values): boolean => Date.parse(String(to)) <= Date.parse(String(from));

const OWNER_FIELDS: readonly FormField[] = [
  { name: 'admin', label: 'people.admin', help: 'people.adminHint', kind: 'boolean' },
];
const DATES: readonly FormField[] = [
  { name: 'from', label: 'people.from', help: 'people.timeHint', kind: 'dateTime', fault: momentFault },
  {
    ...{ name: 'to', label: 'people.to', kind: 'dateTime' },
    fault: (to, values) => momentFault(to) ?? (isEndBeforeStart(to, values) ? 'errors.endBeforeStart' : undefined),
  },
];

export const RightsDialog = observer(({ people, person, fresh, site, where, close }: RightsDialogProps) => {
  const messages = useMessages();
  const roles = useRoles();
  const before = copiedRights(person);
  const may = people.answer?.may ?? { reads: 'PUBLIC', capabilities: [] };
  const levels: FormField = {
    ...{ name: 'reads', label: 'people.reads', widget: 'radio', required: true },
    choices: LEVELS.map((level) => {
      const isClosed = levelRank(level) > levelRank(may.reads) && before.reads !== level;
      const note = { help: messages.format(`people.reads.${level}`), disabled: isClosed };
      return [level, messages.format(`levels.${level}`), note];
    }),
  };
  const capabilities: FormField = {
    ...{ name: 'capabilities', label: 'people.capabilities', many: true },
    choices: roles.map((name) => {
      const isClosed = !before.capabilities.includes(name) && !may.capabilities.includes(name);
      const help = isClosed ? messages.format('people.notYours') : messages.find(`capabilityHelp.${name}`);
      const label = messages.find(`capabilities.${name}`) ?? readableName(name);
      return [name, label, { help, disabled: isClosed }];
    }),
  };
  const rightsIn = ({ reads, admin, capabilities: given, from = null, to = null }: Values): Rights => ({
    reads: LEVELS.find((level) => level === reads) ?? before.reads,
    admin: site ? before.admin : admin === true,
    capabilities: [
      ...before.capabilities.filter((name) => !roles.includes(name)),
      ...(Array.isArray(given) ? given.map(String) : []),
    ],
    from: from === null ? null : String(from),
    to: to === null ? null : String(to),
  });
  return (
    <AskDialog
      question={{
        title: messages.format('people.rightsOf', { name: person.name, where }),
        apply: messages.format('people.save'),
        fields: [levels, ...(site ? [] : OWNER_FIELDS), capabilities, ...(site ? [] : DATES)],
        values: { ...before },
        submit: (answers) => people.set(person, rightsIn(answers)),
        more: (model) =>
          !fresh && (
            <Button
              intent="danger"
              loading={model.busy}
              onClick={() => void model.submit(async () => (await people.set(person, undefined)) && close())}
            >
              {messages.format('people.take')}
            </Button>
          ),
      }}
      close={close}
    />
  );
});
