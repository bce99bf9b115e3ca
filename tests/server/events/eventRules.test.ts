// Readers of an event: only those who may read the properties that it reports.

import { expect, it } from 'vitest';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { EventRule } from 'src/model/schema/TypeServer.ts';
import { createEventRules } from 'src/server/eventLog/eventRules.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const book = registry.types['Book'] as ServerItemType;
const rule = (more: Pick<EventRule, 'on'> & Partial<EventRule>): EventRule => ({
  ...{ kind: 'noticed', notify: [], mode: 'NONE' },
  ...more,
});
const dear = { all: [{ not: { empty: 'title' } }, { gt: ['price', 5] }] } as const;

it('[NTFY-02] an event is read at the level of what it names and of what its condition tests', () => {
  const due = rule({ on: 'due', paths: ['price'] });
  const dueWhenDear = rule({ on: 'due', paths: ['bought'], when: dear });
  const events = [rule({ on: 'create', when: dear }), rule({ on: 'update', paths: ['title'], when: dear })];
  const type: ServerItemType = { ...book, server: { ...book.server, events } };
  const rules = createEventRules([type], {});
  const properties = { title: 'Debts', price: 7 };
  const levels = [
    ...rules.ofDay(type, due),
    ...rules.ofDay(type, dueWhenDear),
    ...rules.of(type, 'create', properties),
    ...rules.ofChange(type, properties, properties),
  ].map(({ level }) => level);
  expect(levels).toEqual(['PROTECTED', 'PROTECTED', 'PROTECTED', 'PROTECTED']);
  expect(rules.ofDay(type, rule({ on: 'due', paths: ['bought'] }))).toMatchObject([{ level: 'PUBLIC' }]);
});
