// The collection that the records go into: one that exists, or a new one with its name and level.

import { observer } from 'mobx-react-lite';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ImportSheet } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

type RunInput = Endpoints['runImport']['input'];
type SheetCollection = NonNullable<ImportSheet['collection']>;

export interface Into {
  readonly way: 'existing' | 'new';
  /** The existing collection. */
  readonly id?: ItemId | undefined;
  readonly name?: string | undefined;
  readonly level?: Level | undefined;
}

/** Returns the choice at first: the collection from whose page the import was opened, or a new one for a file of places. */
export const firstInto = ({ name, collection, geographic }: ImportSheet, id: ItemId | undefined): Into => {
  const isNew = id === undefined && collection?.creates !== undefined && geographic;
  return { way: isNew ? 'new' : 'existing', id, level: 'COMMUNITY', name: name.replace(/\.[a-z]{2,8}$/iu, '') };
};

/** Returns the choice as the input of an import. */
export const intoInput = ({ way, id, name = '', level }: Into): Pick<RunInput, 'collection' | 'newCollection'> => {
  if (way === 'existing') return id === undefined ? {} : { collection: id };
  return { newCollection: { name: name.trim(), ...(level !== undefined && { level }) } };
};

export const isIntoComplete = ({ way, id, name = '' }: Into, { required }: SheetCollection): boolean =>
  way === 'new' ? name.trim() !== '' : !required || id !== undefined;

const levelPathOf = ({ read }: ItemType): string | undefined => ('path' in read.level ? read.level.path : undefined);

const newFields = (messages: Messages, type: ItemType, level: Level | undefined): readonly FormField[] => {
  const levelPath = levelPathOf(type);
  const labelOf = (path: string): string => `types.${type.name}.props.${path}`;
  const name: FormField = { name: 'name', label: labelOf(soleTemplatePath(type.view.title) ?? ''), required: true };
  if (levelPath === undefined) return [name];
  const choices = LEVELS.map((each) => [each, messages.format(`levels.${each}`)] as const);
  return [
    name,
    { ...{ name: 'level', label: labelOf(levelPath), none: null, choices }, help: level && `forms.levels.${level}` },
  ];
};

interface CollectionProps {
  readonly sheet: ImportSheet;
  readonly collection: SheetCollection;
  readonly into: Into;
  readonly change: (into: Into) => void;
}

export const RecordCollection = observer(({ sheet, collection, into, change }: CollectionProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { path, types, creates, required } = collection;
  const made = registry.types[creates ?? ''];
  const isNew = made !== undefined && into.way === 'new';
  const type = messages.typeInSentence(types[0] ?? '');
  const way: FormField = {
    ...{ name: 'way', label: 'importPlaces.into', widget: 'radio' },
    choices: [
      ['new', messages.format('importPlaces.intoNew', { type })],
      ['existing', messages.format('importPlaces.intoExisting', { type })],
    ],
  };
  const existing: FormField = {
    ...{ name: 'id', label: `types.${sheet.type}.props.${path}`, required },
    ...{ kind: 'relation', rel: { to: [...types], onDelete: 'null' } },
  };
  return (
    <>
      <LiveForm
        className="kk-geo-form"
        fields={[...(made ? [way] : []), ...(isNew ? newFields(messages, made, into.level) : [existing])]}
        values={into}
        set={(changes) => change({ ...into, ...changes, ...(!made && { way: 'existing' }) })}
      />
      {(isNew || into.id !== undefined) && (
        <p className="kk-soft">{messages.format(required ? 'importPlaces.codesJoin' : 'importPlaces.inherits')}</p>
      )}
    </>
  );
});
