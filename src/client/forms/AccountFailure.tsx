// Failure of an account form, announced at once.

import { Band } from 'src/client/ui/Notice.tsx';

export const AccountFailure = ({ failure }: { readonly failure: string | undefined }) =>
  failure === undefined ? null : (
    <div role="alert">
      <Band tone="danger">{failure}</Band>
    </div>
  );
