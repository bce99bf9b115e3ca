// The collection that features go into: one that the person may change, or a new one with its name, owner and level.

import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Client } from 'src/client/Client.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ownerField } from 'src/client/forms/ownerField.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { mayCreate } from 'src/client/navigation/mayCreate.ts';
import { useClient } from 'src/client/useClient.ts';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';

export interface Into {
  readonly way: 'existing' | 'new';
  /** The existing collection. */
  readonly id?: ItemId | undefined;
  /** Values of a new one. */
  readonly name?: string | undefined;
  readonly owner?: ItemId | undefined;
  readonly level?: Level | undefined;
}

const NO_OWNERS: readonly string[] = [];

const titlePathOf = ({ view, properties }: ItemType): string | undefined => {
  const path = soleTemplatePath(view.title);
  return path !== undefined && isLine(properties[path]) ? path : undefined;
};
const ownerPathOf = ({ read, properties }: ItemType): string | undefined =>
  read.owner !== undefined && properties[read.owner]?.rel ? read.owner : undefined;
const levelPathOf = ({ read }: ItemType): string | undefined => ('path' in read.level ? read.level.path : undefined);

/** Only its title, owner and level are asked for here: what needs more is made on its own page. */
export const canBeMadeHere = (type: ItemType): boolean =>
  titlePathOf(type) !== undefined &&
  Object.values(type.properties).every(
    ({ name, required }) => !required || name === titlePathOf(type) || name === ownerPathOf(type),
  );

export const valuesOfNew = (type: ItemType, { name = '', owner, level }: Into): Values => {
  const [titlePath, ownerPath, levelPath] = [titlePathOf(type), ownerPathOf(type), levelPathOf(type)];
  return {
    ...type.view.create?.initial,
    ...(titlePath !== undefined && { [titlePath]: name.trim() }),
    ...(ownerPath !== undefined && owner !== undefined && { [ownerPath]: owner }),
    ...(levelPath !== undefined && level !== undefined && { [levelPath]: level }),
  };
};

export const isCollectionChosen = (type: ItemType, { way, id, name = '', owner }: Into): boolean =>
  way === 'existing'
    ? id !== undefined
    : name.trim() !== '' && (ownerPathOf(type) === undefined || owner !== undefined);

interface CollectionChoiceProps {
  readonly type: ItemType;
  readonly into: Into;
  readonly change: (into: Into) => void;
}

/** Returns the fields of a new collection. Called by observers only. */
const fieldsOfNew = (client: Client, messages: Messages, type: ItemType, level?: Level) => {
  const [ownerPath, levelPath] = [ownerPathOf(type), levelPathOf(type)];
  const labelOf = (path: string): string => `types.${type.name}.props.${path}`;
  const fields: readonly FormField[] = [
    { name: 'name', label: labelOf(titlePathOf(type) ?? ''), required: true },
    ...(ownerPath === undefined
      ? []
      : [{ ...ownerField(client, messages), name: 'owner', label: labelOf(ownerPath), required: true }]),
    ...(levelPath === undefined
      ? []
      : [
          {
            ...{ name: 'level', label: labelOf(levelPath), none: null },
            help: level && `forms.levels.${level}`,
            choices: LEVELS.map((each) => [each, messages.format(`levels.${each}`)] as const),
          },
        ]),
  ];
  return fields;
};

export const CollectionChoice = observer(({ type, into, change }: CollectionChoiceProps) => {
  const client = useClient();
  const { session, items } = client;
  const messages = useMessages();
  const makes = canBeMadeHere(type) && mayCreate(type, session.user);
  const owners = session.user?.readOrgs ?? NO_OWNERS;
  useEffect(() => {
    for (const owner of owners) items.get(owner);
  }, [items, owners]);
  const name = messages.typeInSentence(type.name);
  const isNew = makes && into.way === 'new';
  const way: FormField = {
    ...{ name: 'way', label: 'importPlaces.into', widget: 'radio' },
    choices: [
      ['new', messages.format('importPlaces.intoNew', { type: name })],
      ['existing', messages.format('importPlaces.intoExisting', { type: name })],
    ],
  };
  const existing: FormField = {
    ...{ name: 'id', label: `types.${type.name}.label`, required: true },
    ...{ kind: 'relation', rel: { to: [type.name], onDelete: 'null' } },
  };
  return (
    <LiveForm
      className="kk-geo-form"
      fields={[...(makes ? [way] : []), ...(isNew ? fieldsOfNew(client, messages, type, into.level) : [existing])]}
      values={into}
      set={(changes) => change({ ...into, ...changes, ...(!makes && { way: 'existing' }) })}
    />
  );
});
