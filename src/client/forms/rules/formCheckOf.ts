// Check of the whole form of a type, from its precompiled parts: for the form itself, and for the progress of a draft.

import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { Client } from 'src/client/Client.ts';
import { checkForm, rulesOf } from 'src/client/forms/rules/checkForm.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';

export const formCheckOf = (client: Client, form: LoadedForm, type: string) => {
  const validator = createPrecompiledValidator(
    form.validators as Parameters<typeof createPrecompiledValidator>[0],
    form.schema,
  );
  const properties = client.registry.types[type]?.properties ?? {};
  const rules = rulesOf(client, type, form.uiSchema);
  return { validator, check: checkForm({ validator, schema: form.schema, properties, rules }) };
};
