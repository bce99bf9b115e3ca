// A moment, kept in UTC.

import { datedKind, type Kind } from 'src/model/kinds/Kind.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** `2024-03-23T11:30:00+02:00` becomes `2024-03-23T09:30:00Z`. */
const normalMoment = (text: string): string => {
  const date = MOMENT.test(text) ? new Date(text) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? text : date.toISOString().replace('.000Z', 'Z');
};

export const dateTimeKind: Kind = {
  ...datedKind('instant'),
  time: 'moment',
  normalise: normalMoment,
};
