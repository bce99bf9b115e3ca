// Problems of a form, each with a link to the question, the list or the setting that has it.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useClient, useMessages } from 'src/client/extend.ts';
import type { EditedForm } from 'src/domain/geokeeper/formEditor/EditedForm.client.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';
import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormProblem } from 'src/domain/geokeeper/forms/fillSession.ts';
import { mappingFaults } from 'src/domain/geokeeper/records/outcomeValues.ts';

const PATH_OF_LIST = /^lists\/(.+)$/s;
const PATH_OF_MAPPING = /^mappings\//;

const followProblem = (edited: EditedForm, { path }: FormProblem): void => {
  const list = PATH_OF_LIST.exec(path)?.[1];
  if (list !== undefined) edited.showList(list);
  else if (PATH_OF_MAPPING.test(path)) edited.show('mappings');
  else if (path === '') edited.show('settings');
  else edited.goTo(path);
};

/** Returns the problems of a form and of its mappings. */
export const useEditorProblems = (form: FieldForm | undefined): readonly FormProblem[] => {
  const { registry } = useClient();
  return useMemo(() => {
    if (!form) return [];
    const faults = (form.mappings ?? []).flatMap((mapping, at): readonly FormProblem[] => {
      const paths = mappingFaults(mapping, form, registry.types[mapping.type]?.properties);
      if (paths.length === 0) return [];
      const params = { number: at + 1 };
      return [{ path: `mappings/${at}`, message: 'formEditor.mappingProblem', params, level: 'error' }];
    });
    return [...formCheckForm(form), ...faults];
  }, [form, registry]);
};

interface ProblemLinksProps {
  readonly problems: readonly FormProblem[];
  readonly followed?: () => void;
}

export const ProblemLinks = observer(({ problems, followed }: ProblemLinksProps) => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const labels = new Map(
    everyQuestion(form).map(({ path, question }) => [path, textShown(form, question.label) || question.name]),
  );
  const nameOf = ({ path }: FormProblem): string =>
    labels.get(path) ??
    PATH_OF_LIST.exec(path)?.[1] ??
    messages.format(PATH_OF_MAPPING.test(path) ? 'formEditor.views.mappings' : 'formEditor.views.settings');
  return (
    <ul className="kk-plain-list kk-fe-problems">
      {problems.map((problem, at) => (
        <li key={`${at} ${problem.path} ${problem.message}`}>
          <button
            type="button"
            className="kk-fe-link"
            onClick={() => {
              followProblem(edited, problem);
              followed?.();
            }}
          >
            <bdi>{nameOf(problem)}</bdi>
          </button>{' '}
          {messages.format(problem.message, problem.params)}
        </li>
      ))}
    </ul>
  );
});
