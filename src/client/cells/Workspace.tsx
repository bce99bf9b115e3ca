// The columns: one region per path segment. Several side by side on medium and wider screens when the reader wants that,
// else one with a back button. Spec platform 2.

import { observer } from 'mobx-react-lite';
import { Fragment, Suspense, type CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import type { CellWidth } from 'src/model/schema/TypeView.ts';
import type { Cell } from 'src/client/navigation/columnPath.ts';
import { CellBody } from 'src/client/cells/CellBody.tsx';
import { CellFailure } from 'src/client/cells/CellFailure.tsx';
import { ColumnContext } from 'src/client/cells/ColumnContext.ts';
import { SHARES } from 'src/client/cells/columnSizes.ts';
import { Divider } from 'src/client/cells/Divider.tsx';
import { columnId, headingId, useColumnFocus } from 'src/client/cells/useColumnFocus.ts';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import 'src/client/cells/cells.css';

/** One column stands alone on small screens, and when the reader wants one at a time. */
const useShownCells = (): readonly Cell[] => {
  const { cells, active, multiColumns } = useClient().navigation;
  if (multiColumns) return cells;
  const one = cells[active] ?? cells[0];
  return one ? [one] : [];
};

/** Widths are shares: columns give way to each other down to what can be read, except one that takes the whole width. */
const sizeOf = (width: CellWidth): CSSProperties => ({
  flexBasis: `${SHARES[width]}%`,
  minInlineSize: width === 'FULL' ? '100%' : undefined,
});

export const Workspace = observer(() => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const cells = useShownCells();
  const { active } = navigation;
  const { remember } = useColumnFocus(navigation, active, navigation.cells[active]);
  const several = cells.length > 1;
  return (
    <main
      id="kk-workspace"
      className="kk-workspace"
      aria-label={formatMessage({ id: 'shell.workspace' })}
      tabIndex={-1}
    >
      {cells.map((cell) => (
        <Fragment key={`${cell.index}/${cell.segment}`}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes which column has the focus, does nothing by it */}
          <section
            id={columnId(cell.index)}
            className={`kk-column${cell.index === active ? ' kk-column-active' : ''}`}
            style={several ? sizeOf(navigation.width(cell.index)) : { flexBasis: '100%' }}
            aria-labelledby={headingId(cell.index)}
            data-kk-region="column"
            onFocus={(event) => remember(cell.index, event)}
          >
            <ColumnContext value={cell.index}>
              <CellFailure cell={cell}>
                <Suspense fallback={<Loading />}>
                  <CellBody cell={cell} />
                </Suspense>
              </CellFailure>
            </ColumnContext>
          </section>
          {several && <Divider index={cell.index} columnId={columnId(cell.index)} />}
        </Fragment>
      ))}
    </main>
  );
});
