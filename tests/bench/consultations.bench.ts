// A consultation submitted to 40 communities in the built server. Measures the time until the answer, and until the staff of all
// communities find their responses with their workflow steps over their sockets. Compared with inserting the same number of rows one by one
// with the raw driver.

import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const COMMUNITIES = 40;
const STEPS = 3;
const ROUNDS = 9;
const WARM_UP = 2;
const ANSWERED_WITHIN_MS = 1_000;
const SHOWN_WITHIN_MS = 3_000;
/** Each row is validated, indexed for search, pushed to its watchers, and written to the history and the event log. */
const TIMES_ROWS = 24;
const LOOK_EVERY_MS = 25;

type Values = Readonly<Record<string, Json>>;

const ask = async (socket: TestSocket, o: string, b: Json): Promise<Values> => {
  const { b: body, erred } = await socket.ask(o, b);
  if (erred === true) throw new Error(`${o}: ${JSON.stringify(body)}`);
  return body as Values;
};
const make = async (socket: TestSocket, type: string, values: Values): Promise<string> =>
  String((await ask(socket, `create/${type}`, values))['$id']);
const on = (id: string, more: Values): Values => {
  const [_t = '', _i = ''] = id.split('-');
  return { _t, _i: Number(_i), ...more };
};

const AREA: Json = {
  type: 'Polygon',
  coordinates: [
    [
      [-139.5, 50],
      [-138.5, 50],
      [-138.5, 51],
      [-139.5, 50],
    ],
  ],
};

/** Creates communities, each with a workflow in use. */
const addCommunities = async (admin: TestSocket): Promise<readonly string[]> => {
  const communities: string[] = [];
  for (let at = 0; at < COMMUNITIES; at += 1) {
    const name = `Community ${at}`;
    const owner = await make(admin, 'Organization', { displayName: name, legalName: name, type: 'COMMUNITY' });
    const steps = Array.from({ length: STEPS }, (_, step) => ({
      ...{ key: `step${step}`, kind: 'RWF_SIMPLE', label: `Step ${step}`, group: step + 1, days: 5, working: true },
    }));
    const template = await make(admin, 'Workflow', { label: 'Answers', owner, of: 'ConsultResponse', steps });
    await ask(admin, 'act/transition', on(template, { name: 'activate' }));
    communities.push(owner);
  }
  return communities;
};

interface Round {
  readonly answered: number;
  readonly shown: number;
}

/** Waits until each community's response and its first step are found. */
const untilShown = async (staff: TestSocket, consultation: string): Promise<void> => {
  const found = async (must: Values): Promise<readonly string[]> =>
    ((await ask(staff, 'search/ids', { must, max: 1_000 }))['ids'] ?? []) as readonly string[];
  for (;;) {
    const must = { _t: ['ConsultResponse'], consultation: [consultation], state: ['PENDING'] };
    const responses = await found(must);
    const steps = responses.length < COMMUNITIES ? [] : await found({ _t: ['RwfSimple'], of: [...responses] });
    if (steps.length === COMMUNITIES * STEPS) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

const submit = async (admin: TestSocket, staff: TestSocket, values: Values): Promise<Round> => {
  const consultation = await make(admin, 'Consultation', values);
  const began = performance.now();
  await ask(admin, 'act/transition', on(consultation, { name: 'submit' }));
  const answered = performance.now() - began;
  await untilShown(staff, consultation);
  return { answered, shown: performance.now() - began };
};

const clockOf = async ({ driver }: Product): Promise<Date> => {
  const { rows } = await driver.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at ?? new Date(0);
};

/** Inserts copies of the rows of a round into a table of the same form. */
const insertRaw = async (
  { driver }: Product,
  after: Date,
): Promise<{ readonly time: number; readonly rows: number }> => {
  await driver.query('create table if not exists raw_item (like item including defaults including indexes)');
  await driver.query('truncate raw_item');
  const { rows } = await driver.query<{ row: object }>('select to_json(item) as row from item where created >= $1', [
    after,
  ]);
  const text = 'insert into raw_item select * from json_populate_record(null::raw_item, $1)';
  const began = performance.now();
  await driver.query('begin');
  for (const { row } of rows) await driver.query({ name: 'raw', text, values: [JSON.stringify(row)] });
  await driver.query('commit');
  return { time: performance.now() - began, rows: rows.length };
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const admin = await product.socket('admin');
  const staff = await product.socket('admin');
  const communities = await addCommunities(admin);
  const submitter = await make(admin, 'Organization', {
    displayName: 'Ministry',
    legalName: 'Ministry',
    type: 'GOVERNMENT',
  });
  const contact = await make(admin, 'Contact', { firstName: 'Ada', lastName: 'North', _related: submitter });
  const values: Values = {
    ...{ projectName: 'Road', projectDescription: 'A road.', projectType: 'BRIDGE', projectArea: AREA },
    ...{ primaryOrg: submitter, primaryContacts: [contact], requestedResponseDate: '2031-05-01' },
    asked: communities.map((community) => ({ community, selected: true })),
  };
  const rounds: Round[] = [];
  const raw: number[] = [];
  let written = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const before = await clockOf(product);
    const measured = await submit(admin, staff, values);
    const { time, rows } = await insertRaw(product, before);
    if (round < 0) continue;
    written = rows;
    rounds.push(measured);
    raw.push(time);
  }
  const [answered, shown, rows] = [
    timesOf(rounds.map((round) => round.answered)),
    timesOf(rounds.map((round) => round.shown)),
    timesOf(raw),
  ];
  console.log(`${written} items of one consultation; raw ${milliseconds(rows.median)} ms`);
  report({
    ...{
      name: `submit to ${COMMUNITIES} communities, answered`,
      unit: 'ms',
      value: answered.median,
      best: answered.best,
    },
    limit: { of: 'value', atMost: ANSWERED_WITHIN_MS },
  });
  report({
    ...{ name: 'and shown to the staff of all', unit: 'ms', value: shown.median, best: shown.best },
    limit: { of: 'value', atMost: SHOWN_WITHIN_MS },
  });
  report({
    ...{ name: 'the same', unit: 'ms', value: shown.median, best: shown.best },
    baseline: { name: `${written} rows by the driver`, value: rows.median, best: rows.best },
    limit: { of: 'ratio', atMost: TIMES_ROWS },
  });
  admin.close();
  staff.close();
  await product.stop();
};
