// The consent behind 5,000 records is withdrawn in the built server. Measures the time until a reader on another process finds none of them:
// not in a search, not by its id, not in an export. Compared with one SQL statement that stores another acl in the same rows.

import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { readExport } from 'tests/bench/readExport.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const RECORDS = 5_000;
/** Numbers of the copies, above those of the sample. */
const COPIES_FROM = 20_000_000;
const ROUNDS = 5;
/** Word that only the records have. */
const WORD = 'Quillcamp';
const FOUND = { _t: ['ResearchData'], text: [WORD] };
const CLOSED_WITHIN_MS = 1_000;

type Values = Readonly<Record<string, Json>>;

const ask = async (socket: TestSocket, o: string, b: Json): Promise<Values> => {
  const { b: body, erred } = await socket.ask(o, b);
  if (erred === true) throw new Error(`${o}: ${JSON.stringify(body)}`);
  return body as Values;
};
const make = async (socket: TestSocket, type: string, values: Values): Promise<string> =>
  String((await ask(socket, `create/${type}`, values))['$id']);

const transition = async (socket: TestSocket, id: string, name: string): Promise<void> => {
  const [_t = '', _i] = id.split('-');
  await ask(socket, 'act/transition', { _t, _i: Number(_i), name, reason: 'The family asked.' });
};

interface Derived {
  readonly consent: string;
  /** Ids of the first and the last record. */
  readonly ends: readonly [first: string, last: string];
}

/** Creates the records: one by the rules, the others as its copies. */
const addRecords = async ({ driver }: Product, admin: TestSocket): Promise<Derived> => {
  const owner = await make(admin, 'Organization', {
    ...{ displayName: 'Reed Lake', legalName: 'Reed Lake', type: 'COMMUNITY' },
  });
  const respondent = await make(admin, 'CommunityMember', { owner, firstName: 'Orla', lastName: 'Fenn' });
  const consent = await make(admin, 'ResearchConsent', {
    ...{ owner, respondent, label: 'Camps', given: '2020-05-01', audience: 'PUBLIC' },
  });
  const first = await make(admin, 'ResearchData', { owner, label: WORD, access: 'PUBLIC', consents: [consent] });
  const [, number] = first.split('-');
  const one = `t = (select t from item_type where name = 'ResearchData') and i = ${number}`;
  await driver.query(
    `insert into item select (jsonb_populate_record(x, jsonb_build_object('i', ${COPIES_FROM} + step, 'n', ${COPIES_FROM} + step))).*
     from item x, generate_series(2, ${RECORDS}) step where ${one}`,
  );
  await driver.query(
    `insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from item
     where t = (select t from item_type where name = 'ResearchData') and i > ${COPIES_FROM}`,
  );
  await driver.query('vacuum analyze item');
  return { consent, ends: [first, `ResearchData-${COPIES_FROM + RECORDS}`] };
};

const countFound = async (reader: TestSocket): Promise<number> =>
  Number((await ask(reader, 'search/ids', { must: FOUND, max: 1 }))['total']);

const untilFound = async (readers: readonly TestSocket[], count: number): Promise<void> => {
  for (const reader of readers) while ((await countFound(reader)) !== count);
};

const isReadable = async (reader: TestSocket, id: string): Promise<boolean> =>
  (await reader.ask(`read/${id}`, null)).erred !== true;

/** Stores another acl in copies of the rows. */
const byStatement = async ({ driver }: Product): Promise<number> => {
  await driver.query('create table if not exists moved_item (like item including defaults including indexes)');
  await driver.query('truncate moved_item');
  await driver.query(
    `insert into moved_item select * from item where t = (select t from item_type where name = 'ResearchData') and i > ${COPIES_FROM}`,
  );
  const began = performance.now();
  await driver.query('update moved_item set acl = acl + 1');
  return performance.now() - began;
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const other = await product.second();
  const admin = await product.socket('admin');
  const token = await tokenOf(other.url, 'partner');
  const readers = [await product.socket('partner'), await TestSocket.as(other.url, token)];
  const { consent, ends } = await addRecords(product, admin);
  await untilFound(readers, RECORDS);
  const exportBody = JSON.stringify({ format: 'csv', query: { must: FOUND } });
  const exportedRows = async (): Promise<number> => {
    const { lines } = await readExport({ url: other.url, token, body: exportBody });
    return lines - 1;
  };
  if ((await exportedRows()) !== RECORDS) throw new Error('the reader does not export all records');
  const [answered, closed, baseline]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await byStatement(product));
    const began = performance.now();
    await transition(admin, consent, 'withdrawConsent');
    answered.push(performance.now() - began);
    await untilFound(readers, 0);
    for (const reader of readers)
      for (const id of ends) if (await isReadable(reader, id)) throw new Error(`${id} is readable`);
    closed.push(performance.now() - began);
    if ((await exportedRows()) !== 0) throw new Error('closed records are exported');
    await transition(admin, consent, 'renewConsent');
    await untilFound(readers, RECORDS);
  }
  const [answer, close, statement] = [timesOf(answered), timesOf(closed), timesOf(baseline)];
  console.log(
    `withdrawn behind ${RECORDS} records: answered ${milliseconds(answer.median)} ms, closed ${milliseconds(close.median)} ms ` +
      `(at most ${milliseconds(Math.max(...closed))}); one statement ${milliseconds(statement.median)} ms`,
  );
  report({
    ...{
      name: `a consent behind ${RECORDS} records withdrawn, closed`,
      unit: 'ms',
      value: close.median,
      best: close.best,
    },
    baseline: { name: 'another acl in the rows by one SQL statement', value: statement.median, best: statement.best },
    limit: { of: 'value', atMost: CLOSED_WITHIN_MS },
  });
  for (const socket of [admin, ...readers]) socket.close();
  await product.stop();
};
