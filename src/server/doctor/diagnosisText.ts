// The result of a check of the whole site in sentences, for the command and for the page of the site's state.

import type { Diagnosis } from 'src/server/doctor/doctor.ts';

const sumOfCounts = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const faultCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');

export const diagnosisLines = ({ items, files, unused, outside, repaired }: Diagnosis): readonly string[] => [
  `${items} records and ${files} files were checked; ${unused} files are not in use, and the daily sweep removes them.`,
  ...(outside > 0 ? [`${outside} relations lead to records that were not part of the imported package.`] : []),
  ...(repaired.size > 0 ? [`Repaired: ${faultCounts(repaired)}.`] : []),
];

/** Returns what remains wrong; undefined when nothing does. */
export const remainingText = ({ remaining }: Diagnosis): string | undefined =>
  remaining.size === 0 ? undefined : `${sumOfCounts(remaining)} faults: ${faultCounts(remaining)}.`;

export const NOTHING_WRONG = 'Nothing is wrong.';
