// Shows what an import of records would do: how many records it adds, which cannot be imported and why, and which columns and files are left
// out.

import { Band, formatDate, useMessages } from 'src/client/extend.ts';
import { SummaryTable } from 'src/domain/geokeeper/imports/summaryTable.client.tsx';
import type { ImportPreview } from 'src/domain/geokeeper/imports/useImportPreview.client.ts';

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
    <SummaryTable
      title={title}
      headings={PROBLEM_COLUMNS.map((name) => format(`fieldImport.${name}`))}
      rows={problems.map(({ table, row, column, value, message }, at) => ({
        key: `${table}-${row}-${at}`,
        cells: [
          { content: table, isForeign: true },
          { content: row },
          { content: column, isForeign: true },
          { content: value, isForeign: true },
          { content: find(message) ?? message },
        ],
      }))}
      more={count > problems.length ? format('fieldImport.more', { count: count - problems.length }) : undefined}
    />
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
  return (
    <SummaryTable
      title={format('fieldImport.shown', { count: shown.length })}
      headings={SUMMARY_COLUMNS.map((name) => format(`fieldImport.${name}`))}
      rows={shown.map(({ row, title, collected, submitter, files }) => ({
        key: String(row),
        cells: [
          { content: row },
          { content: title, isForeign: true },
          { content: collected !== undefined && formatDate(intl, collected) },
          { content: submitter, isForeign: true },
          { content: files },
        ],
      }))}
    />
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
