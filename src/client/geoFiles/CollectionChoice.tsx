// The collection that features go into: one that the person may change, or a new one with its name, owner and level.

import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { HTMLSelect, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { FieldStateContext } from 'src/client/fields/session/FieldState.ts';
import { ItemFinder } from 'src/client/kinds/relation/ItemFinder.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { mayCreate } from 'src/client/navigation/mayCreate.ts';
import { useClient } from 'src/client/useClient.ts';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';

export interface NewCollection {
  readonly name: string;
  readonly owner: string | undefined;
  readonly level: Level | undefined;
}

export interface Into {
  readonly way: 'existing' | 'new';
  readonly id: ItemId | undefined;
  readonly made: NewCollection;
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

export const valuesOfNew = (type: ItemType, { name, owner, level }: NewCollection): Values => {
  const [titlePath, ownerPath, levelPath] = [titlePathOf(type), ownerPathOf(type), levelPathOf(type)];
  return {
    ...type.view.create?.initial,
    ...(titlePath !== undefined && { [titlePath]: name.trim() }),
    ...(ownerPath !== undefined && owner !== undefined && { [ownerPath]: owner }),
    ...(levelPath !== undefined && level !== undefined && { [levelPath]: level }),
  };
};

export const isCollectionChosen = (type: ItemType, { way, id, made }: Into): boolean =>
  way === 'existing'
    ? id !== undefined
    : made.name.trim() !== '' && (ownerPathOf(type) === undefined || made.owner !== undefined);

interface CollectionChoiceProps {
  readonly type: ItemType;
  readonly into: Into;
  readonly change: (into: Into) => void;
}

const Relation = observer(
  ({
    id,
    label,
    types,
    value,
    set,
  }: {
    readonly id: string;
    readonly label: string;
    readonly types: readonly string[];
    readonly value: string | undefined;
    readonly set: (id: ItemId) => void;
  }) => {
    const state = { labelId: `${id}-label`, label, describedBy: undefined, invalid: false, required: true };
    return (
      <div>
        <label id={state.labelId} htmlFor={id}>
          {label}
        </label>
        <FieldStateContext value={state}>
          <ItemFinder id={id} types={types} value={value} set={set} />
        </FieldStateContext>
      </div>
    );
  },
);

const Owner = observer(({ id, type, into, change }: CollectionChoiceProps & { readonly id: string }) => {
  const { registry, session, items } = useClient();
  const messages = useMessages();
  const path = ownerPathOf(type);
  const owners = session.user?.readOrgs ?? NO_OWNERS;
  const [only, second] = owners;
  const { made } = into;
  useEffect(() => {
    if (path !== undefined && made.owner === undefined && only !== undefined && second === undefined)
      change({ ...into, made: { ...made, owner: only } });
  });
  useEffect(() => {
    for (const owner of owners) items.get(owner);
  }, [items, owners]);
  if (path === undefined) return null;
  const label = messages.property(type.name, path);
  const set = (owner: string): void => change({ ...into, made: { ...made, owner } });
  if (owners.length === 0)
    return (
      <Relation
        id={id}
        label={label}
        types={registry.ownerType === undefined ? [] : [registry.ownerType]}
        value={made.owner}
        set={set}
      />
    );
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <HTMLSelect id={id} fill value={made.owner ?? ''} onChange={({ target }) => set(target.value)}>
        <option value="">{messages.format('forms.choose')}</option>
        {owners.map((owner) => (
          <option key={owner} value={owner}>
            {itemName(items, messages.format, owner)}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
});

const NewCollectionFields = observer(({ type, into, change }: CollectionChoiceProps) => {
  const messages = useMessages();
  const id = useId();
  const { made } = into;
  const set = (part: Partial<NewCollection>): void => change({ ...into, made: { ...made, ...part } });
  const [titlePath, levelPath] = [titlePathOf(type), levelPathOf(type)];
  return (
    <div className="kk-geo-fields">
      <div>
        <label htmlFor={`${id}-name`}>{messages.property(type.name, titlePath ?? '')}</label>
        <InputGroup
          id={`${id}-name`}
          dir="auto"
          required
          value={made.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </div>
      <Owner id={`${id}-owner`} type={type} into={into} change={change} />
      {levelPath !== undefined && (
        <div>
          <label htmlFor={`${id}-level`}>{messages.property(type.name, levelPath)}</label>
          <HTMLSelect
            id={`${id}-level`}
            fill
            value={made.level ?? ''}
            onChange={({ target }) => set({ level: target.value as Level })}
          >
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {messages.format(`levels.${level}`)}
              </option>
            ))}
          </HTMLSelect>
          <p className="kk-soft">{made.level !== undefined && messages.format(`forms.levels.${made.level}`)}</p>
        </div>
      )}
    </div>
  );
});

export const CollectionChoice = observer(({ type, into, change }: CollectionChoiceProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const id = useId();
  const makes = canBeMadeHere(type) && mayCreate(type, session.user);
  const name = messages.typeInSentence(type.name);
  return (
    <div className="kk-stack">
      {makes && (
        <RadioGroup
          label={messages.format('importPlaces.into')}
          selectedValue={into.way}
          onChange={({ currentTarget }) => change({ ...into, way: currentTarget.value as Into['way'] })}
        >
          <Radio value="new" label={messages.format('importPlaces.intoNew', { type: name })} />
          <Radio value="existing" label={messages.format('importPlaces.intoExisting', { type: name })} />
        </RadioGroup>
      )}
      {into.way === 'new' && makes ? (
        <NewCollectionFields type={type} into={into} change={change} />
      ) : (
        <div className="kk-geo-fields">
          <Relation
            id={id}
            label={messages.type(type.name)}
            types={[type.name]}
            value={into.id}
            set={(chosen) => change({ ...into, way: 'existing', id: chosen })}
          />
        </div>
      )}
    </div>
  );
});
