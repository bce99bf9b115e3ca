// Says in words that a field must be filled.

import type { FieldPathId } from '@rjsf/utils';
import { FormattedMessage } from 'react-intl';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';

// A person must fill in a field if its schema says so, or if only administrators may leave it out.
interface Field {
  readonly required?: boolean | undefined;
  readonly fieldPathId: FieldPathId;
}

export const useRequired = ({ required, fieldPathId: { path } }: Field): boolean => {
  const session = useFormSession();
  const [name] = path;
  return required === true || (path.length === 1 && session?.plan.needed.has(String(name)) === true);
};

export const RequiredMark = ({ required }: { readonly required: boolean }) =>
  required ? (
    <span className="kf-required">
      <FormattedMessage id="forms.required" />
    </span>
  ) : null;
