// Shows what an import of records would do: how many records it adds, which cannot be imported and why, and which columns and files are left
// out.

import { Band, formatDate, ScrollTable, useMessages } from 'src/client/extend.ts';
import type { ImportPreview } from 'src/domain/geokeeper/imports/useImportPreview.client.ts';
import 'src/domain/geokeeper/imports/fieldImport.css';

interface ProblemsProps {
  readonly title: string;
  readonly problems: ImportPreview['refused'];
  readonly count: number;
}

const PROBLEM_COLUMNS = ['table', 'row', 'column', 'value', 'why'] as const;

const ImportProblems = ({ title, problems, count }: ProblemsProps) => {
  const { find, format } = useMessages();
  if (count === 0) return null;
  return (
    <section className="kk-stack">
      <h3>{title}</h3>
      <ScrollTable
        className="kk-import-problems"
        label={title}
        headings={PROBLEM_COLUMNS.map((name) => format(`fieldImport.${name}`))}
      >
        <tbody>
          {problems.map(({ table, row, column, value, message }, at) => (
            <tr key={`${table}-${row}-${at}`}>
              <td>
                <bdi>{table}</bdi>
              </td>
              <td>{row}</td>
              <td>
                <bdi>{column}</bdi>
              </td>
              <td dir="auto">{value}</td>
              <td>{find(message) ?? message}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {count > problems.length && <p>{format('fieldImport.more', { count: count - problems.length })}</p>}
    </section>
  );
};

const UnusedColumns = ({ unused }: Pick<ImportPreview, 'unused'>) => {
  const { format } = useMessages();
  if (unused.length === 0) return null;
  return (
    <section className="kk-stack">
      <h3>{format('fieldImport.unused', { count: unused.length })}</h3>
      <ul className="kk-plain-list">
        {unused.map(({ table, column }) => (
          <li key={`${table} ${column}`}>
            <bdi>{column}</bdi> <bdi className="kk-soft">{table}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
};

const SUMMARY_COLUMNS = ['row', 'record', 'collected', 'submitter', 'files'] as const;

const FirstRecords = ({ shown }: Pick<ImportPreview, 'shown'>) => {
  const { format, intl } = useMessages();
  if (shown.length === 0) return null;
  const title = format('fieldImport.shown', { count: shown.length });
  return (
    <section className="kk-stack">
      <h3>{title}</h3>
      <ScrollTable
        className="kk-import-problems"
        label={title}
        headings={SUMMARY_COLUMNS.map((name) => format(`fieldImport.${name}`))}
      >
        <tbody>
          {shown.map(({ row, title: name, collected, submitter, files }) => (
            <tr key={row}>
              <td>{row}</td>
              <td dir="auto">{name}</td>
              <td>{collected !== undefined && formatDate(intl, collected)}</td>
              <td dir="auto">{submitter}</td>
              <td>{files}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
};

export const ImportSummary = ({ preview }: { readonly preview: ImportPreview }) => {
  const { format } = useMessages();
  const { name, version, records, known, files, refused, refusedCount, missing, missingCount } = preview;
  const { misfits, misfitCount, unused, shown } = preview;
  const added = Math.max(0, records - known);
  return (
    <>
      <p role="status">
        <bdi className="kk-strong">{name}</bdi> · {format('fieldImport.counts', { added, files, version })}
      </p>
      {known > 0 && <Band>{format('fieldImport.known', { count: known })}</Band>}
      <ImportProblems
        title={format('fieldImport.refused', { count: refusedCount })}
        problems={refused}
        count={refusedCount}
      />
      <ImportProblems
        title={format('fieldImport.missing', { count: missingCount })}
        problems={missing}
        count={missingCount}
      />
      <ImportProblems
        title={format('fieldImport.misfits', { count: misfitCount })}
        problems={misfits}
        count={misfitCount}
      />
      <UnusedColumns unused={unused} />
      <FirstRecords shown={shown} />
    </>
  );
};
