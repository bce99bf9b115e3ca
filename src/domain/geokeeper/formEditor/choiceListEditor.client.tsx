// One list of choices: each choice with its name, its texts, its picture and the columns that filters read; or a file with their columns.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, IconButton, MoveButtons, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { SelectRow, EditorTextRow, TypedRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import {
  choicesOfLines,
  freeNameAmong,
  nameFromText,
  formTextKeys,
  withList,
  withText,
} from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { MediaRow } from 'src/domain/geokeeper/formEditor/mediaRow.client.tsx';
import type { Choice, ChoiceList } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

const CHOICES_SHOWN = 100;
const LIST_FILES = /\.(?:csv|geojson|json)$/i;
/** Name that the editor gives to a choice until it has a text. */
const GIVEN_CHOICE = /^choice(?:_\d+)?$/;

type OwnList = Extract<ChoiceList, { readonly choices: unknown }>;
type FileList = Extract<ChoiceList, { readonly file: string }>;

interface ChoiceEntryProps {
  readonly list: OwnList;
  readonly at: number;
  readonly columns: readonly string[];
  readonly change: (choices: readonly Choice[], as?: string) => void;
}

const ChoiceEntry = ({ list: { choices }, at, columns, change }: ChoiceEntryProps) => {
  const { form, media } = useFormEditing();
  const messages = useMessages();
  const keys = formTextKeys(form);
  const choice = choices[at];
  if (!choice) return null;
  const shown = choice.label[keys[0] ?? ''] ?? choice.name;
  const set = (next: Partial<Choice>, as?: string): void =>
    change(
      choices.map((each, index) => (index === at ? { ...each, ...next } : each)),
      as && `choice ${at} ${as}`,
    );
  const nameIt = (): void => {
    const wanted = nameFromText(shown);
    const others = new Set(choices.filter((each) => each !== choice).map(({ name }) => name));
    if (GIVEN_CHOICE.test(choice.name) && wanted !== '' && shown !== choice.name)
      set({ name: freeNameAmong(wanted, others) });
  };
  const move = (by: 1 | -1): void => change(choices.toSpliced(at, 1).toSpliced(at + by, 0, choice));
  return (
    <li className="kk-fe-choice">
      {keys.map((key) => (
        <EditorTextRow
          key={key}
          label={
            keys.length > 1
              ? messages.format('formEditor.choiceIn', { number: at + 1, language: messages.language(key) })
              : messages.format('formEditor.choice', { number: at + 1 })
          }
          language={key === 'default' ? undefined : key}
          value={choice.label[key] ?? ''}
          set={(text) => set({ label: withText(choice.label, key, text) ?? {} }, key)}
          onLeave={nameIt}
        />
      ))}
      <TypedRow
        label={messages.format('formEditor.choiceName', { number: at + 1 })}
        value={choice.name}
        commit={(name) => set({ name: name.trim() })}
      />
      {columns.map((column) => (
        <EditorTextRow
          key={column}
          label={messages.format('formEditor.choiceColumn', { column, number: at + 1 })}
          value={choice.columns?.[column] ?? ''}
          set={(value) => set({ columns: { ...choice.columns, [column]: value } }, column)}
        />
      ))}
      {media.length > 0 && (
        <MediaRow
          label={messages.format('formEditor.picture')}
          keys={keys}
          names={choice.media?.image}
          set={(image) => {
            const { media: _, ...others } = choice;
            change(
              choices.map((each, index) => (index === at ? { ...others, ...(image && { media: { image } }) } : each)),
            );
          }}
        />
      )}
      <div className="kk-fe-tools">
        <MoveButtons name={shown} first={at === 0} last={at === choices.length - 1} move={move} />
        <IconButton
          size="small"
          icon="trash"
          label={messages.format('formEditor.removeChoice', { name: shown })}
          onClick={() => change(choices.toSpliced(at, 1))}
        />
      </div>
    </li>
  );
};

/** Adds one choice, several from lines of text, or a column. */
const AddChoices = ({ list, columns, change }: Omit<ChoiceEntryProps, 'at'>) => {
  const { keys } = useFormEditing().edited;
  const messages = useMessages();
  const [lines, setLines] = useState('');
  const [column, setColumn] = useState('');
  const [key = 'default'] = keys;
  const addOne = (): void => {
    const name = freeNameAmong('choice', new Set(list.choices.map((each) => each.name)));
    change([...list.choices, { name, label: {} }]);
  };
  const addLines = (): void => {
    change([...list.choices, ...choicesOfLines(lines, key, list.choices)]);
    setLines('');
  };
  const addColumn = (): void => {
    change(list.choices.map((each) => ({ ...each, columns: { ...each.columns, [column.trim()]: '' } })));
    setColumn('');
  };
  return (
    <>
      <p className="kk-fe-tools">
        <Button size="small" icon="plus" onClick={addOne}>
          {messages.format('formEditor.addChoice')}
        </Button>
      </p>
      <details className="kk-fe-part">
        <summary>{messages.format('formEditor.addSeveral')}</summary>
        <div className="kk-fe-rows">
          <EditorTextRow multiline label={messages.format('formEditor.lines')} value={lines} set={setLines} />
          <p className="kk-fe-tools">
            <Button size="small" disabled={lines.trim() === ''} onClick={addLines}>
              {messages.format('formEditor.addLines')}
            </Button>
          </p>
          <EditorTextRow label={messages.format('formEditor.column')} value={column} set={setColumn} />
          <p className="kk-fe-tools">
            <Button
              size="small"
              disabled={column.trim() === '' || columns.includes(column.trim()) || list.choices.length === 0}
              onClick={addColumn}
            >
              {messages.format('formEditor.addColumn')}
            </Button>
          </p>
        </div>
      </details>
    </>
  );
};

const ChoicesOfForm = ({ list, change }: Pick<ChoiceEntryProps, 'list' | 'change'>) => {
  const messages = useMessages();
  const [most, setMost] = useState(CHOICES_SHOWN);
  const { choices } = list;
  const columns = [...new Set(choices.flatMap((each) => Object.keys(each.columns ?? {})))];
  return (
    <>
      <ol className="kk-plain-list kk-fe-choice-list">
        {choices.slice(0, most).map((_, at) => (
          <ChoiceEntry key={at} {...{ list, at, columns, change }} />
        ))}
      </ol>
      {choices.length > most && (
        <Button size="small" onClick={() => setMost(most + CHOICES_SHOWN)}>
          {messages.format('formEditor.moreChoices', { count: choices.length - most })}
        </Button>
      )}
      <AddChoices {...{ list, columns, change }} />
    </>
  );
};

const FileChoices = ({ list, change }: { readonly list: FileList; readonly change: (list: FileList) => void }) => {
  const { media, goToFiles } = useFormEditing();
  const messages = useMessages();
  return (
    <div className="kk-fe-rows">
      <EditorTextRow
        label={messages.format('formEditor.file')}
        help={messages.format('formEditor.fileHelp')}
        offers={media.filter((name) => LIST_FILES.test(name))}
        value={list.file}
        set={(file) => change({ ...list, file })}
      />
      {(['name', 'label'] as const).map((member) => (
        <EditorTextRow
          key={member}
          label={messages.format(`formEditor.fileColumn.${member}`)}
          value={list[member]}
          set={(column) => change({ ...list, [member]: column })}
        />
      ))}
      <p className="kk-fe-tools">
        <Button size="small" onClick={goToFiles}>
          {messages.format('formEditor.addFiles')}
        </Button>
      </p>
    </div>
  );
};

/** Edits the list with this name. */
export const ChoiceListEditor = observer(({ name }: { readonly name: string }) => {
  const { edited, form, problems } = useFormEditing();
  const messages = useMessages();
  const list = form.lists[name];
  if (!list) return null;
  const write = (next: ChoiceList, as?: string): void =>
    edited.change(withList(form, name, next), as === undefined ? {} : { as: `${name} ${as}` });
  const own = problems.filter(({ path }) => path === `lists/${name}`);
  return (
    <div className="kk-fe-list">
      {own.map(({ message, params }) => (
        <p key={message} role="alert" className="kk-error">
          {messages.format(message, params)}
        </p>
      ))}
      <SelectRow
        label={messages.format('formEditor.listKind')}
        value={'file' in list ? 'file' : 'own'}
        choices={[
          ['own', messages.format('formEditor.listKinds.own')],
          ['file', messages.format('formEditor.listKinds.file')],
        ]}
        set={(kind) => write(kind === 'file' ? { file: '', name: 'name', label: 'label' } : { choices: [] })}
      />
      {'file' in list ? (
        <FileChoices list={list} change={(next) => write(next, 'file')} />
      ) : (
        <ChoicesOfForm list={list} change={(choices, as) => write({ choices }, as)} />
      )}
    </div>
  );
});
