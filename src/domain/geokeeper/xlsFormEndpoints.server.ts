// `act/previewXlsForm` reads an uploaded XLSForm and lists what the form does not keep. `act/exportXlsForm` returns a form as an XLSForm.

import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import { isFieldForm } from 'src/domain/geokeeper/forms/isFieldForm.ts';
import { isXlsForm, readXlsForm } from 'src/domain/geokeeper/xlsform/readXlsForm.ts';
import { XLS_FORM_BOUNDS, type ReadXlsForm, type XlsDiagnostic } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { writeXlsForm } from 'src/domain/geokeeper/xlsform/writeXlsForm.ts';
import { jsonMembers } from 'src/model/item/jsonValue.ts';
import { invalidAt } from 'src/model/problems.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import { endpoint, uploadedTables, writeTables } from 'src/server/extend.ts';

/** Costs of a request in searches: a file is read completely. */
const GEO_READ_COST = 10;
/** Diagnostics that a preview lists. */
const LISTED_DIAGNOSTICS = 500;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const geoListed = (diagnostics: readonly XlsDiagnostic[]) =>
  diagnostics
    .slice(0, LISTED_DIAGNOSTICS)
    .map(({ params = {}, ...diagnostic }) => ({ ...diagnostic, params: { ...params } }));

/** Returns what must be corrected: in the sheets, else in the expressions and the rest of the form. */
const geoProblemsOf = ({ form, problems, rowOf }: ReadXlsForm): readonly XlsDiagnostic[] => {
  if (problems.length > 0) return problems;
  return formCheckForm(form)
    .filter(({ level }) => level === 'error')
    .map(({ path, message, params }) => {
      const what = path.slice(path.lastIndexOf('/') + 1);
      const row = path.startsWith('lists/') ? undefined : rowOf.get(what);
      return {
        sheet: row === undefined ? 'choices' : 'survey',
        ...(row !== undefined && { row }),
        what,
        message,
        params,
      };
    });
};

export const previewXlsForm = endpoint(
  'previewXlsForm',
  async (context, { upload }) => {
    const { rows: maxRows, signs: maxSigns } = XLS_FORM_BOUNDS;
    const { name, tables } = await uploadedTables(context, { upload, maxRows, maxSigns });
    if (!isXlsForm(tables)) throw invalidAt('/upload', 'xlsForm.notAForm');
    const read = readXlsForm(tables, name.replace(/\.\w+$/u, ''));
    const { form, losses } = read;
    const problems = geoProblemsOf(read);
    return {
      ...{ name, losses: geoListed(losses), lossCount: losses.length },
      ...{ problems: geoListed(problems), problemCount: problems.length },
      form: jsonMembers(form),
    };
  },
  () => GEO_READ_COST,
);

export const exportXlsForm = endpoint('exportXlsForm', async (context) => {
  const item = await context.view();
  const { form } = item;
  if (!isFieldForm(form)) throw invalidAt('/form', 'xlsForm.noForm');
  const workbook = await writeTables(writeXlsForm(form));
  return {
    ...{ name: `${titleAsFileName(item.$label)}.xlsx`, type: XLSX_TYPE },
    content: workbook.toString('base64'),
  };
});
