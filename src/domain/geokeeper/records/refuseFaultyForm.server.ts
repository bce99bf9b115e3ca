// A form is checked before it is published: devices and the review rely on a published form.

import { formFaultsOf } from 'src/domain/geokeeper/arrival/formThread.server.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { mappingFaults } from 'src/domain/geokeeper/records/outcomeValues.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import type { Context } from 'src/server/extend.ts';

/** Throws `invalid` with the errors of the form and of its mappings. Warnings do not prevent publication. */
export const refuseFaultyForm = async (
  context: Pick<Context, 'services' | 'subject'>,
  form: unknown,
): Promise<void> => {
  const checked = await formFaultsOf(context, form);
  if ('failure' in checked) throw invalidAt('/form', 'fieldRecords.formTooSlow');
  const errors = checked.output
    .filter(({ level }) => level === 'error')
    .map(({ path, message, params }) => ({ path: `/form/${path}`, message, params }));
  if (errors.length > 0) throw invalid(errors);
  const whole = form as FieldForm;
  const faults = (whole.mappings ?? []).flatMap((mapping, at) => {
    const paths = mappingFaults(mapping, whole, context.services.registry.types[mapping.type]?.properties);
    if (paths.length === 0) return [];
    const params = { type: mapping.type, paths: paths.join(', ') };
    return [{ path: `/form/mappings/${at}`, message: 'fieldRecords.mappingFailed', params }];
  });
  if (faults.length > 0) throw invalid(faults);
};
