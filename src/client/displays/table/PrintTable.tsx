// A table on paper, with the columns that the reader chose.

import { observer } from 'mobx-react-lite';
import type { PrintProps } from 'src/client/displays/Display.ts';
import { columnLabel, LABEL, tableColumns } from 'src/client/displays/tableColumns.ts';
import { ItemValue } from 'src/client/displays/table/TableValue.tsx';
import { useColumnChoice } from 'src/client/displays/useColumnChoice.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const PrintTable = observer(({ store, items }: PrintProps) => {
  const messages = useMessages();
  const { types } = store.plan;
  const { chosen } = useColumnChoice(store, () => {});
  const columns = tableColumns(types, chosen);
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ path }) => (
            <th key={path} scope="col">
              {columnLabel(types, messages, path)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.$id}>
            {columns.map((column) => (
              <td key={column.path}>
                {column.path === LABEL ? item.$label : <ItemValue item={item} column={column} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
