// The dialog that gives a person, a group or the holders of a role rights on one item.

import { observer } from 'mobx-react-lite';
import type { Choices } from 'src/client/fields/Choices.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { Asked } from 'src/client/forms/useAskDialog.tsx';
import type { ItemGrants } from 'src/client/item/useGrants.ts';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { readableName } from 'src/model/text/readableName.ts';

export const grantedRightName = (messages: Messages, action: string): string =>
  messages.find(`meta.rights.${action}`) ?? messages.format('meta.rights.other', { name: readableName(action) });

const GRANTEE_KINDS = ['person', 'owner', 'role'] as const;

/** A level includes everyone who may read it in the owner. */
const READER_LEVELS = LEVELS.filter((level) => level !== 'PUBLIC');

const isKind = (...kinds: (typeof GRANTEE_KINDS)[number][]): FormField['when'] => ({
  path: 'kind',
  schema: { enum: kinds },
});

interface Offered {
  readonly roles: readonly string[];
  /** A role includes its future holders, so only administrators of the site can open an item to one. */
  readonly mayOpenToRole: boolean;
}

const granteeFields = (messages: Messages, { roles, mayOpenToRole }: Offered): readonly FormField[] => {
  const kinds = GRANTEE_KINDS.filter((kind) => kind !== 'role' || mayOpenToRole);
  const levels: Choices = READER_LEVELS.map((level) => [level, messages.format(`people.reads.${level}`)]);
  const capabilities: Choices = roles.map((name) => [name, messages.find(`capabilities.${name}`) ?? name]);
  return [
    {
      ...{ name: 'kind', label: 'grants.whom', required: true, none: null },
      choices: kinds.map((kind) => [kind, messages.format(`grants.kind.${kind}`)]),
    },
    {
      ...{ name: 'person', label: 'people.person', required: true, when: isKind('person') },
      ...{ kind: 'relation', rel: { to: [SYSTEM_TYPES.user], except: 'self', onDelete: 'null' } },
    },
    {
      ...{ name: 'owner', label: 'people.owner', required: true, when: isKind('owner', 'role') },
      ...{ kind: 'relation', rel: { to: ['$owner'], onDelete: 'null' } },
    },
    {
      ...{ name: 'level', label: 'grants.whoReads', required: true, none: null, when: isKind('owner') },
      choices: levels,
    },
    {
      ...{ name: 'capability', label: 'grants.withRight', required: true, when: isKind('role') },
      choices: capabilities,
    },
  ];
};

/** Returns the principal key of the grantee. */
const granteeKey = ({ kind, person, owner, level, capability }: Values): string => {
  if (kind === 'person') return `user:${String(person)}`;
  return kind === 'role' ? `cap:${String(capability)}:${String(owner)}` : `owner:${String(owner)}:${String(level)}`;
};

/** Rights that may be given: to read, also what is stricter, and what this person may do; creating and deleting are never given. */
const useGivable = (item: Item, type: ItemType): readonly string[] => {
  const { items } = useClient();
  const levels = new Set<Level>(Object.values(type.properties).flatMap(({ level }) => level ?? []));
  const stricter = [...levels]
    .toSorted((one, other) => levelRank(one) - levelRank(other))
    .map((level) => `${level}.read`);
  return ['read', ...stricter, ...(items.may(item.$id, 'update') ? ['update'] : [])];
};

interface GiveDialogProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly grants: ItemGrants;
  readonly close: () => void;
}

export const GiveDialog = observer(({ item, type, grants, close }: GiveDialogProps) => {
  const messages = useMessages();
  const { user } = useClient().session;
  const roles = useRoles();
  const rights: FormField = {
    ...{ name: 'actions', label: 'grants.what', help: 'grants.hint', required: true, many: true },
    choices: useGivable(item, type).map((action) => [action, grantedRightName(messages, action)]),
  };
  return (
    <Asked
      question={{
        title: messages.format('grants.give'),
        apply: messages.format('grants.apply'),
        fields: [...granteeFields(messages, { roles, mayOpenToRole: user?.admin === true }), rights],
        values: { self: user?.$id ?? null, kind: 'person', level: 'COMMUNITY', actions: ['read'] },
        submit: (answers) => grants.give(granteeKey(answers), [answers['actions'] ?? []].flat().map(String)),
      }}
      close={close}
    />
  );
});
