// What the page of a letter template has: fields to put in at the cursor of its subject and text, and how a letter from it looks, about an
// answer that is chosen or with example values, as the template is typed now.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import {
  Button,
  itemName,
  TaskPreview,
  useClient,
  useMessages,
  useAskDialog,
  type FieldPartProps,
  type ItemPartProps,
} from 'src/client/extend.ts';
import type { Values } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** What letters are about. */
const ABOUT = 'ConsultResponse';
const OWN = ['today', 'me', 'owner'] as const;
const CLOCK = ['clock.asked', 'clock.due', 'clock.used', 'clock.stopped', 'clock.left', 'clock.reasons'] as const;
/** Tables and lists of what is in the answer. */
const LISTS = ['concerns.table', 'concerns.list', 'commitments.list', 'sections.list'] as const;
/** Nothing of them reads well in a sentence. */
const NO_WORDS: ReadonlySet<string> = new Set(['geometry', 'files', 'object', 'color', 'level']);
const MAX_CHOICES = 100;

/** The fields that a view declares for letters. No other field may leave the organization. */
const mayLeave = (type: ItemType | undefined, path: string): boolean => type?.view.letter?.includes(path) === true;

const isWord = ({ kind }: Property): boolean => !NO_WORDS.has(kind);

interface FieldGroup {
  readonly name: string;
  /** Path and name. */
  readonly fields: readonly (readonly [string, string])[];
}

/** Fields of what a letter is about, and of what that names, by the words of the page. */
const useFieldGroups = (): readonly FieldGroup[] => {
  const { types } = useClient().registry;
  const messages = useMessages();
  const { properties = {} } = types[ABOUT] ?? {};
  const fieldsOf = (type: string, prefix: string): FieldGroup['fields'] =>
    (types[type]?.view.letter ?? [])
      .filter((path) => {
        const property = propertyAt(types[type]?.properties ?? {}, path);
        return property !== undefined && isWord(property);
      })
      .map((path): readonly [string, string] => [`${prefix}${path}`, messages.property(type, path)])
      .sort(([, one], [, other]) => one.localeCompare(other));
  const behind = Object.values(properties).flatMap(({ name, rel, many }): FieldGroup[] => {
    const [target = '', ...others] = rel?.to ?? [];
    if (many || !mayLeave(types[ABOUT], name) || others.length > 0 || !types[target]) return [];
    return [{ name: messages.property(ABOUT, name), fields: fieldsOf(target, `${name}.`) }];
  });
  const words = (paths: readonly string[]): FieldGroup['fields'] =>
    paths.map((path) => [path, messages.format(`letters.fields.${path}`)]);
  return [
    { name: messages.format('letters.fields'), fields: words(OWN) },
    { name: messages.format('letters.fields.clock'), fields: words(CLOCK) },
    { name: messages.format('letters.fields.lists'), fields: words(LISTS) },
    { name: messages.type(ABOUT), fields: fieldsOf(ABOUT, '') },
    ...behind,
  ].filter(({ fields }) => fields.length > 0);
};

/** Beside the subject and the text. */
export const MergeFieldMenu = observer(({ id, label, insert }: FieldPartProps) => {
  const messages = useMessages();
  const groups = useFieldGroups();
  const [chosen, setChosen] = useState('');
  const name = messages.format('letters.fields.choose', { name: label });
  return (
    <div className="kf-insert">
      <select
        id={`${id}__fields`}
        className="bp6-input"
        aria-label={name}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{messages.format('letters.fields.none')}</option>
        {groups.map((group) => (
          <optgroup key={group.name} label={group.name}>
            {group.fields.map(([path, text]) => (
              <option key={path} value={path}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Button
        size="small"
        disabled={chosen === ''}
        aria-label={messages.format('letters.fields.insertIn', { name: label })}
        onClick={() => insert(`{${chosen}}`)}
      >
        {messages.format('letters.fields.insert')}
      </Button>
    </div>
  );
});

interface Shown {
  readonly action: string;
  readonly input: Values;
}

const textsIn = (values: Values): Values =>
  Object.fromEntries(
    ['subject', 'body', 'signature'].flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** On the page of a template. */
export const PreviewTemplate = observer(({ item }: ItemPartProps) => {
  const { items, drafts, search, session, alerts } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const [task, setTask] = useState<Shown>();
  if (!session.signedIn || !items.may(item.$id, 'update')) return null;
  const begin = async (): Promise<void> => {
    const { ids } = await search.search({ must: { _t: [ABOUT] }, max: MAX_CHOICES, labels: true });
    ask({
      title: messages.format('letters.preview'),
      text: <p>{messages.format('letters.previewHint')}</p>,
      apply: messages.format('letters.preview'),
      fields: [
        {
          ...{ name: 'about', label: messages.type(ABOUT), kind: 'choice' },
          choices: ids.map((id) => [id, itemName(items, messages.format, id)]),
        },
      ],
      submit: ({ about }) => {
        const typed = textsIn(drafts.of(item.$id).values);
        const chosen: Values = about === undefined ? {} : { about };
        setTask({ action: 'previewTemplate', input: { _t: item._t, _i: item._i, ...typed, ...chosen } });
        return Promise.resolve();
      },
    });
  };
  return (
    <>
      <Button
        size="small"
        icon="eye-open"
        onClick={() => void begin().catch((thrown: unknown) => alerts.error(thrown))}
      >
        {messages.format('letters.preview')}
      </Button>
      {dialog}
      {task && <TaskPreview title={item.$label} task={task} close={() => setTask(undefined)} />}
    </>
  );
});
