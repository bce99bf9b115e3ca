// Parts of the page of a letter template: fields to insert at the cursor of its subject and text, and a preview of a letter from the
// present text, about a chosen answer or with example values.

import { ABOUT } from 'src/domain/letters/letterNames.ts';
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
import { TemplateBeside } from 'src/domain/letters/besideParts.client.tsx';
import { fieldGroups } from 'src/domain/letters/mergeFields.client.ts';
import type { Values } from 'src/model/item/Item.ts';

export { LetterBeside } from 'src/domain/letters/besideParts.client.tsx';
export { letterFields, templateFields } from 'src/domain/letters/mergeFields.client.ts';

/** Menu of fields next to the subject and the text. */
export const MergeFieldMenu = observer(({ id, label, insert }: FieldPartProps) => {
  const messages = useMessages();
  const { types } = useClient().registry;
  const groups = fieldGroups(types, messages);
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
            {group.fields.map(({ path, title }) => (
              <option key={path} value={path}>
                {title}
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

const MAX_CHOICES = 100;

/** Field menu and preview next to the text. */
export const TemplateTextPart = (props: FieldPartProps) => (
  <>
    <TemplateBeside {...props} />
    <MergeFieldMenu {...props} />
  </>
);

interface Shown {
  readonly action: string;
  readonly input: Values;
}

const templateTexts = (values: Values): Values =>
  Object.fromEntries(
    ['subject', 'body', 'signature'].flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Part on the page of a template. */
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
          ...{ name: 'about', label: messages.type(ABOUT) },
          choices: ids.map((id) => [id, itemName(items, messages.format, id)]),
        },
      ],
      submit: ({ about }) => {
        const typed = templateTexts(drafts.of(item.$id).values);
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
