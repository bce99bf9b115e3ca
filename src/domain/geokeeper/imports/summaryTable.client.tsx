// A table in the preview of an import: what cannot be imported, what is not kept, or the first records.

import type { ReactNode } from 'react';
import { ScrollTable } from 'src/client/extend.ts';
import 'src/domain/geokeeper/imports/fieldImport.css';

export interface SummaryCell {
  readonly content: ReactNode;
  /** Text of the file, which has its own direction. */
  readonly isForeign?: true;
}

interface SummaryTableProps {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly SummaryCell[] }[];
  /** Says that further rows are left out. */
  readonly more?: string | undefined;
}

export const SummaryTable = ({ title, headings, rows, more }: SummaryTableProps) => (
  <section className="kk-stack">
    <h3>{title}</h3>
    <ScrollTable className="kk-import-summary" label={title} headings={headings}>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map(({ content, isForeign }, at) => (
              <td key={headings[at]} dir={isForeign === true ? 'auto' : undefined}>
                {content}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
    {more !== undefined && <p>{more}</p>}
  </section>
);
