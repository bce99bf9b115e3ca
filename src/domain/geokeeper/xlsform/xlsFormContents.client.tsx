// Shows what an XLSForm has, what must be corrected in it, and what the form does not keep.

import { Band, ScrollTable, useMessages } from 'src/client/extend.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldForm } from 'src/domain/geokeeper/forms/isFieldForm.ts';
import type { XlsFormPreview } from 'src/domain/geokeeper/xlsform/useXlsFormPreview.client.ts';
import 'src/domain/geokeeper/xlsform/xlsForm.css';

interface DiagnosticsProps {
  readonly title: string;
  readonly diagnostics: XlsFormPreview['losses'];
  readonly count: number;
}

const XLS_COLUMNS = ['sheet', 'row', 'column', 'content', 'why'] as const;

const Diagnostics = ({ title, diagnostics, count }: DiagnosticsProps) => {
  const { find, format } = useMessages();
  return (
    <section className="kk-stack">
      <h3>{title}</h3>
      <ScrollTable
        className="kk-xlsform-diagnostics"
        label={title}
        headings={XLS_COLUMNS.map((name) => format(`xlsForm.${name}`))}
      >
        <tbody>
          {diagnostics.map(({ sheet, row, column, what, message, params }, at) => (
            <tr key={`${sheet}-${row ?? ''}-${at}`}>
              <td>{sheet}</td>
              <td>{row}</td>
              <td>{column}</td>
              <td dir="auto">{what}</td>
              <td>{find(message, params) ?? message}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {count > diagnostics.length && <p>{format('xlsForm.moreDiagnostics', { count: count - diagnostics.length })}</p>}
    </section>
  );
};

const xlsFormQuestionCount = (questions: FieldForm['questions']): number =>
  questions.reduce((sum, { questions: inner }) => sum + (inner ? xlsFormQuestionCount(inner) : 1), 0);

const xlsFormCounts = (form: XlsFormPreview['form']) => {
  if (!isFieldForm(form)) return { questions: 0, lists: 0, languages: 0 };
  const { questions, lists, languages } = form;
  return { questions: xlsFormQuestionCount(questions), lists: Object.keys(lists).length, languages: languages.length };
};

export const XlsFormContents = ({ preview }: { readonly preview: XlsFormPreview }) => {
  const { format } = useMessages();
  const { name, form, losses, lossCount, problems, problemCount } = preview;
  const counts = xlsFormCounts(form);
  return (
    <>
      <p role="status">
        <bdi className="kk-strong">{name}</bdi> · {format('xlsForm.contents', counts)}
      </p>
      {problemCount > 0 && (
        <Diagnostics
          title={format('xlsForm.problems', { count: problemCount })}
          diagnostics={problems}
          count={problemCount}
        />
      )}
      {lossCount > 0 ? (
        <Diagnostics title={format('xlsForm.losses', { count: lossCount })} diagnostics={losses} count={lossCount} />
      ) : (
        problemCount === 0 && <Band>{format('xlsForm.noLosses')}</Band>
      )}
    </>
  );
};
