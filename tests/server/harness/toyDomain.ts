// Code of the toy world that its declarations name. Passed to the engine as the two `main` files pass the real domain.

import { setTimeout } from 'node:timers/promises';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type {} from 'tests/toy/generated/endpoints.ts';
import { endpoint, type Domain, type TaskHandler } from 'src/server/extend.ts';
import { validators } from 'tests/toy/generated/validators.ts';

type Values = Readonly<Record<string, Json>>;

const DAY = 86_400_000;
const moment = (value: Json | undefined): number | undefined =>
  typeof value === 'string' ? Date.parse(value) : undefined;

const loanDays = ({ from, to }: Values): Json => {
  const [start, end] = [moment(from), moment(to)];
  return start === undefined || end === undefined ? null : Math.max(0, Math.round((end - start) / DAY));
};

const loanState = ({ from, to }: Values) => [
  { from: -Infinity, value: 'PENDING' },
  { from: moment(from) ?? Infinity, value: 'ONGOING' },
  { from: moment(to) ?? Infinity, value: 'PAST' },
];

/** Runs the given number of batches, each of which writes one line to the history of the book, and then creates a file that lists them. */
const tally: TaskHandler<{ readonly rounds: number }> = async (run) => {
  const total = run.input.rounds;
  for (let done = Number(run.checkpoint ?? 0); done < total; done = Number(run.checkpoint)) {
    await run.batch(async ({ services, tx, now, subject }) => {
      const book = await services.items.find(tx, run.target, true);
      if (!book) throw problem('notFound');
      const by = { at: now, by: subject.userId ?? '', actor: undefined };
      await services.items.write(tx, book, { summary: `round ${done + 1}` }, by);
      return { checkpoint: done + 1, progress: { done: done + 1, total } };
    });
    await setTimeout(20);
  }
  return { file: { name: 'tally é.csv', type: 'text/csv', content: Buffer.from(`rounds\n${total}\n`) } };
};

export const toyDomain: Domain = {
  areas: [],
  computed: { loanDays },
  clocks: { loanState },
  validate: {},
  beforeSave: {},
  afterCommit: {},
  migrate: {},
  endpoints: [
    endpoint('stamp', async (context, { text }) => ({
      stamped: text !== 'no' && (await context.view())._t === 'Book',
    })),
    endpoint('tally', { run: tally }),
  ],
  effects: {},
  predicates: {},
  validators,
};
