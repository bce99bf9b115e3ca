// The toy world's code: what its declarations name. Handed to the engine as the two `main` files hand it the real domain.

import type { Json } from 'src/model/item/Item.ts';
import type { Domain } from 'src/server/extend.ts';
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

export const toyDomain: Domain = {
  computed: { loanDays },
  clocks: { loanState },
  validate: {},
  beforeSave: {},
  afterCommit: {},
  migrate: {},
  actions: { stamp: (item, input) => Promise.resolve({ stamped: input['text'] !== 'no' && item._t === 'Book' }) },
  predicates: {},
  validators,
};
