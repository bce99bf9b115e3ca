// An address that names no view and no item. The warning in the snackbar (errors.cellKeyNotValid) is the navigation's.

import { useIntl } from 'react-intl';
import type { Cell } from 'src/client/Client.ts';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { shortKey } from 'src/client/navigation/cellType.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';

export const UnknownView = ({ cell }: { readonly cell: Cell }) => {
  const { formatMessage } = useIntl();
  const message = cell.kind === 'item' ? 'errors.invalidId' : 'errors.cellKeyNotValid';
  return (
    <>
      <CellHead title={formatMessage({ id: 'views.unknown' })} />
      <Empty
        icon="warning-sign"
        title={formatMessage({ id: message }, { key: shortKey(cell.segment) })}
        action={<ShellLink to="/">{formatMessage({ id: 'app.goHome' })}</ShellLink>}
      >
        {formatMessage({ id: 'views.unknownHint' })}
      </Empty>
    </>
  );
};
