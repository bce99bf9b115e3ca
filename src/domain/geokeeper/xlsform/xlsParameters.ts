// The column `parameters`: pairs such as `start=1 end=10`, divided by spaces, commas or semicolons.

const PAIR = /(?<key>[\w-]+)\s*=\s*(?<value>\$\{[^}]*\}|"[^"]*"|'[^']*'|[^\s,;]+)/gu;

export const xlsParameters = (cell: string): ReadonlyMap<string, string> =>
  new Map(
    [...cell.matchAll(PAIR)].map(({ groups }) => [
      (groups?.['key'] ?? '').toLowerCase(),
      (groups?.['value'] ?? '').replaceAll(/^(["'])(.*)\1$/gu, '$2'),
    ]),
  );

export const parametersCell = (
  pairs: readonly (readonly [key: string, value: string | number | undefined])[],
): string => pairs.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`])).join(' ');
