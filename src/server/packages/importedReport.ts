// The result of an import of a package in sentences, for the command and for the page of the site's state.

import type { ImportedPackage } from 'src/server/packages/importPackage.ts';

/** References that the report names. */
const MOST_NAMED = 20;

export const importedLines = ({ facts, known, renumbered, references }: ImportedPackage): readonly string[] => {
  const count = Object.values(facts.records).reduce((sum, each) => sum + each, 0) - known.size;
  return [
    ...[...known].map(
      ([packed, here]) =>
        `${packed} of the package has the email of ${here}, which stays as it is here; check its rights.`,
    ),
    ...[...renumbered].map(([packed, here]) => `${packed} of the package is ${here} here.`),
    ...(references.length > 0
      ? [`${references.length} records that the package names are not part of it; references.jsonl lists them.`]
      : []),
    ...references.slice(0, MOST_NAMED).map(({ id, label }) => (label === id ? `  ${id}` : `  ${id}: ${label}`)),
    `${count} records and ${facts.files} files are imported. People need a password before they can sign in.`,
  ];
};
