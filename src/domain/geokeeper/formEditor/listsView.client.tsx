// All choice lists of a form: which questions use each, and the chosen one to edit.

import { observer } from 'mobx-react-lite';
import { Button, useMessages } from 'src/client/extend.ts';
import { ChoiceListEditor } from 'src/domain/geokeeper/formEditor/choiceListEditor.client.tsx';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { SelectRow, TypedRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { freeNameAmong, textShown, withList, withRenamedList } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';

export const ListsView = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const names = Object.keys(form.lists);
  const name = edited.list !== undefined && names.includes(edited.list) ? edited.list : names[0];
  const users = everyQuestion(form).filter(({ question }) => question.list === name);
  const add = (): void => {
    const made = freeNameAmong('choices', new Set(names));
    edited.change(withList(form, made, { choices: [] }));
    edited.showList(made);
  };
  const rename = (next: string): void => {
    const wanted = next.trim();
    if (name === undefined || wanted === '' || names.includes(wanted)) return;
    edited.change(withRenamedList(form, name, wanted));
    edited.showList(wanted);
  };
  return (
    <section className="kk-fe-view" aria-label={messages.format('formEditor.views.lists')}>
      <p className="kk-fe-tools">
        <Button icon="plus" onClick={add}>
          {messages.format('formEditor.newList')}
        </Button>
      </p>
      {name === undefined ? (
        <p className="kk-soft">{messages.format('formEditor.noLists')}</p>
      ) : (
        <>
          <div className="kk-fe-rows">
            <SelectRow
              label={messages.format('formEditor.list')}
              value={name}
              choices={names.map((each) => [each, each])}
              set={(chosen) => edited.showList(chosen)}
            />
            <TypedRow label={messages.format('formEditor.listName')} value={name} commit={rename} />
          </div>
          {users.length > 0 ? (
            <ul className="kk-plain-list" aria-label={messages.format('formEditor.usedBy')}>
              {users.map(({ path, question }) => (
                <li key={path}>
                  <button type="button" className="kk-fe-link" onClick={() => edited.goTo(path)}>
                    {textShown(form, question.label) || question.name}
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p>
              {messages.format('formEditor.unusedList')}{' '}
              <Button size="small" onClick={() => edited.change(withList(form, name, undefined))}>
                {messages.format('formEditor.removeList')}
              </Button>
            </p>
          )}
          <ChoiceListEditor key={name} name={name} />
        </>
      )}
    </section>
  );
});
