// Whether the person must fill in a field: as its schema says, or because only administrators may leave it out.

import type { FieldPathId } from '@rjsf/utils';
import { useFormSession } from 'src/client/forms/session/useFormSession.ts';

interface Field {
  readonly required?: boolean | undefined;
  readonly fieldPathId: FieldPathId;
}

export const useRequired = ({ required, fieldPathId: { path } }: Field): boolean => {
  const session = useFormSession();
  const [name] = path;
  return required === true || (path.length === 1 && session?.plan.needed.has(String(name)) === true);
};
