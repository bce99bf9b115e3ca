// `act/previewXlsForm` reads an uploaded XLSForm and lists what the form does not keep. `act/exportXlsForm` returns a form as an XLSForm.

import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isXlsForm, readXlsForm } from 'src/domain/geokeeper/xlsform/readXlsForm.ts';
import { XLS_FORM_BOUNDS, type XlsFinding } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { writeXlsForm } from 'src/domain/geokeeper/xlsform/writeXlsForm.ts';
import type { Values } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import { endpoint, uploadedTables, writeTables } from 'src/server/extend.ts';

/** Costs of a request in searches: a file is read completely. */
const READ_COST = 10;
/** Findings that a preview lists. */
const LISTED_FINDINGS = 500;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const listed = (findings: readonly XlsFinding[]) =>
  findings.slice(0, LISTED_FINDINGS).map(({ params = {}, ...finding }) => ({ ...finding, params: { ...params } }));

export const previewXlsForm = endpoint(
  'previewXlsForm',
  async (context, { upload }) => {
    const { rows: maxRows, signs: maxSigns } = XLS_FORM_BOUNDS;
    const { name, tables } = await uploadedTables(context, { upload, maxRows, maxSigns });
    if (!isXlsForm(tables)) throw invalidAt('/upload', 'xlsForm.notAForm');
    const { form, losses, problems } = readXlsForm(tables, name.replace(/\.\w+$/u, ''));
    return {
      ...{ name, losses: listed(losses), lossCount: losses.length },
      ...{ problems: listed(problems), problemCount: problems.length },
      form: JSON.parse(JSON.stringify(form)) as Values,
    };
  },
  () => READ_COST,
);

export const exportXlsForm = endpoint('exportXlsForm', async (context) => {
  const item = await context.view();
  const form = item['form'] as FieldForm | undefined;
  if (!form) throw invalidAt('/form', 'xlsForm.noForm');
  const workbook = await writeTables(writeXlsForm(form));
  return {
    ...{ name: `${titleAsFileName(item.$label)}.xlsx`, type: XLSX_TYPE },
    content: workbook.toString('base64'),
  };
});
