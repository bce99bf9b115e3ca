// Says in words that a field must be filled.

import { FormattedMessage } from 'react-intl';

export const RequiredMark = ({ required }: { readonly required: boolean }) =>
  required ? (
    <span className="kf-required">
      <FormattedMessage id="forms.required" />
    </span>
  ) : null;
