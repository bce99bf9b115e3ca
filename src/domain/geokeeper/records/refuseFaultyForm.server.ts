// A form is checked before it is published: devices and the review rely on a published form.

import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { mappingFaults } from 'src/domain/geokeeper/records/outcomeValues.ts';
import { invalid } from 'src/model/problems.ts';
import type { Context } from 'src/server/extend.ts';

/** Throws `invalid` with the errors of the form and of its mappings. Warnings do not prevent publication. */
export const refuseFaultyForm = ({ services }: Pick<Context, 'services'>, form: unknown): void => {
  const errors = formCheckForm(form)
    .filter(({ level }) => level === 'error')
    .map(({ path, message, params }) => ({ path: `/form/${path}`, message, params }));
  if (errors.length > 0) throw invalid(errors);
  const checked = form as FieldForm;
  const faults = (checked.mappings ?? []).flatMap((mapping, at) => {
    const paths = mappingFaults(mapping, checked, services.registry.types[mapping.type]?.properties);
    if (paths.length === 0) return [];
    const params = { type: mapping.type, paths: paths.join(', ') };
    return [{ path: `/form/mappings/${at}`, message: 'fieldRecords.mappingFailed', params }];
  });
  if (faults.length > 0) throw invalid(faults);
};
