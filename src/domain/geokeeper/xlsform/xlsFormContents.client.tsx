// Shows what an XLSForm has, what must be corrected in it, and what the form does not keep.

import { Band, useMessages } from 'src/client/extend.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldForm } from 'src/domain/geokeeper/forms/isFieldForm.ts';
import { SummaryTable } from 'src/domain/geokeeper/imports/summaryTable.client.tsx';
import type { XlsFormPreview } from 'src/domain/geokeeper/xlsform/useXlsFormPreview.client.ts';

interface DiagnosticsProps {
  readonly title: string;
  readonly diagnostics: XlsFormPreview['losses'];
  readonly count: number;
}

const XLS_COLUMNS = ['sheet', 'row', 'column', 'content', 'why'] as const;

const Diagnostics = ({ title, diagnostics, count }: DiagnosticsProps) => {
  const { find, format } = useMessages();
  return (
    <SummaryTable
      title={title}
      headings={XLS_COLUMNS.map((name) => format(`xlsForm.${name}`))}
      rows={diagnostics.map(({ sheet, row, column, what, message, params }, at) => ({
        key: `${sheet}-${row ?? ''}-${at}`,
        cells: [
          { content: sheet },
          { content: row },
          { content: column },
          { content: what, isForeign: true },
          { content: find(message, params) ?? message },
        ],
      }))}
      more={
        count > diagnostics.length
          ? format('xlsForm.moreDiagnostics', { count: count - diagnostics.length })
          : undefined
      }
    />
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
