// An address that names no view. The warning in the snackbar (errors.cellKeyNotValid) is the navigation's.

import { useIntl } from 'react-intl';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';

export const UnknownView = ({ view }: { readonly view: string }) => {
  const { formatMessage } = useIntl();
  return (
    <>
      <CellHead title={formatMessage({ id: 'views.unknown' })} />
      <Empty
        icon="warning-sign"
        title={formatMessage({ id: 'errors.cellKeyNotValid' }, { key: view })}
        action={<ShellLink to="/">{formatMessage({ id: 'app.goHome' })}</ShellLink>}
      >
        {formatMessage({ id: 'views.unknownHint' })}
      </Empty>
    </>
  );
};
