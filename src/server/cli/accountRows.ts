// Parses the file of `import-accounts`: one line per membership, grouped by the address of the person. Pure. Reports all errors together,
// each with its line number.

import { ONE_ADDRESS } from 'src/server/mail/mail.ts';
import type { CsvError } from 'csv-parse/sync';
import { isLevel, type Level } from 'src/model/access/levels.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { csvRecords } from 'src/server/cli/csvRecords.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';

export interface MembershipRow {
  readonly line: number;
  /** Name or id. */
  readonly owner: string;
  readonly reads: Level;
  readonly admin: boolean;
  readonly capabilities: readonly string[];
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface PersonRow {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly memberships: readonly MembershipRow[];
}

export interface LineError {
  readonly line: number;
  readonly text: string;
}

export interface AccountRows {
  readonly people: readonly PersonRow[];
  readonly errors: readonly LineError[];
}

type Row = Readonly<Record<string, string>>;

const ACCOUNT_COLUMNS = [
  'email',
  'name',
  'organisation',
  'reads',
  'administrator',
  'capabilities',
  'from',
  'to',
] as const;
const NEEDED = ['email', 'name'] as const;
/** Other spellings of a column's name. */
const ALIASES: Readonly<Record<string, string>> = {
  'e-mail': 'email',
  organization: 'organisation',
  owner: 'organisation',
  admin: 'administrator',
};
const YES: readonly string[] = ['yes', 'true', '1', 'x'];
const NO: readonly string[] = ['', 'no', 'false', '0'];
const DAY_IN_COLUMN = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Puts a value of the file into one line, so that an error message stays one line. */
const inOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const columnName = (name: string): string => {
  const known = name.trim().toLowerCase();
  return ALIASES[known] ?? known;
};

interface Reading {
  readonly line: number;
  readonly row: Row;
  readonly fail: (text: string) => void;
  /** IANA time zone whose midnight begins a day. */
  readonly timeZone: string;
}

const instantInColumn = ({ row, fail, timeZone }: Reading, column: 'from' | 'to'): string | undefined => {
  const text = (row[column] ?? '').trim();
  if (text === '') return undefined;
  const instant = DAY_IN_COLUMN.test(text) ? (instantOf(text, '00:00', timeZone)?.toISOString() ?? text) : text;
  if (INSTANT.test(instant) && !Number.isNaN(Date.parse(instant))) return new Date(instant).toISOString();
  fail(`${column}: “${text}” must be a day such as 2026-01-31 or a moment such as 2026-01-31T09:00:00Z`);
  return undefined;
};

const switchIn = ({ row, fail }: Reading): boolean => {
  const text = (row['administrator'] ?? '').trim().toLowerCase();
  if (!YES.includes(text) && !NO.includes(text)) fail(`administrator: “${text}” must be yes or no`);
  return YES.includes(text);
};

const levelIn = ({ row, fail }: Reading): Level => {
  const text = (row['reads'] ?? '').trim().toUpperCase();
  if (text === '') return 'COMMUNITY';
  if (isLevel(text)) return text;
  fail(`reads: “${text}” must be PUBLIC, COMMUNITY, PROTECTED or PRIVATE`);
  return 'PUBLIC';
};

const membershipIn = (reading: Reading): MembershipRow | undefined => {
  const { row, line, fail } = reading;
  const owner = (row['organisation'] ?? '').trim();
  const filledColumns = ACCOUNT_COLUMNS.slice(ACCOUNT_COLUMNS.indexOf('reads')).filter(
    (column) => (row[column] ?? '').trim() !== '',
  );
  if (owner === '') {
    if (filledColumns.length > 0) fail(`${filledColumns.join(', ')}: needs an organisation`);
    return undefined;
  }
  const [from, to] = [instantInColumn(reading, 'from'), instantInColumn(reading, 'to')];
  if (from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from)) fail('to: must be after from');
  const capabilities = (row['capabilities'] ?? '').split(/[;,\s]+/).filter((name) => name !== '');
  return {
    ...{ line, owner, from, to, reads: levelIn(reading), admin: switchIn(reading) },
    capabilities: [...new Set(capabilities)],
  };
};

interface Found {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly memberships: MembershipRow[];
}

const addRow = (people: Map<string, Found>, reading: Reading): void => {
  const { row, line, fail } = reading;
  const email = accountEmail(row['email'] ?? '');
  const name = (row['name'] ?? '').trim();
  if (!ONE_ADDRESS.test(email)) return fail(`email: “${email}” is not an address`);
  const membership = membershipIn(reading);
  const known = people.get(email);
  if (!known) {
    if (name === '') fail('name: is missing');
    people.set(email, { line, email, name, memberships: membership ? [membership] : [] });
    return;
  }
  if (name !== '' && name !== known.name) fail(`name: “${name}” is “${known.name}” in line ${known.line}`);
  const same = membership && known.memberships.find(({ owner }) => owner === membership.owner);
  if (same) fail(`organisation: line ${same.line} already gives it to this person`);
  if (!membership && known.line !== line) fail(`email: is already in line ${known.line}`);
  if (membership) known.memberships.push(membership);
};

const headerErrors = (columns: readonly string[]): string[] => [
  ...NEEDED.filter((name) => !columns.includes(name)).map((name) => `the column ${name} is missing`),
  ...columns
    .filter((name, at) => columns.indexOf(name) !== at || !(ACCOUNT_COLUMNS as readonly string[]).includes(name))
    .map((name) => `the column ${name} is unknown or there twice; there are ${ACCOUNT_COLUMNS.join(', ')}`),
];

/** Comma, semicolon or tab between the values, quotes around those that hold one, with or without a byte order mark. */
export const accountRows = (file: string, timeZone: string): AccountRows => {
  const errors: LineError[] = [];
  const people = new Map<string, Found>();
  const header = file.split('\n', 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ',';
  try {
    const [first, ...rest] = csvRecords(file, { delimiter });
    const columns = (first?.record ?? []).map(columnName);
    errors.push(...headerErrors(columns).map((problem) => ({ line: 1, text: problem })));
    if (errors.length > 0) return { people: [], errors };
    for (const { record, line } of rest) {
      const row = Object.fromEntries(columns.map((name, at) => [name, record[at] ?? '']));
      addRow(people, { line, row, timeZone, fail: (problem) => void errors.push({ line, text: inOneLine(problem) }) });
    }
  } catch (error) {
    const { message, lines } = error as CsvError & { readonly lines?: number };
    errors.push({ line: lines ?? 1, text: message });
  }
  return { people: [...people.values()], errors };
};
