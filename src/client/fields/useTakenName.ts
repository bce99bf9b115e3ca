// Gives an item without a name the name of the place that was taken from a file.

import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { useClient } from 'src/client/useClient.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';

/** Returns the function that gives an item without a name the name of the place in the file. */
export const useTakenName = (): ((name: string | undefined) => void) => {
  const { registry } = useClient();
  const session = useFormSession();
  return (name) => {
    const type = registry.types[session?.model.type ?? ''];
    const path = type && soleTemplatePath(type.view.title);
    const property = path === undefined ? undefined : type?.properties[path];
    if (!session || !property || name === undefined || !isLine(property) || property.readOnly) return;
    // The form takes the place in after the event that gave it, and would lose it with a name that came before.
    requestAnimationFrame(() => {
      const { values } = session.model;
      if (isEmptyValue(values[property.name]))
        session.model.set({ ...values, [property.name]: name.slice(0, property.maxLength) });
    });
  };
};
