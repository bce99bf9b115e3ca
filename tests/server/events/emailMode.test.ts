// Delivery for every combination of the settings of an item, a person and a declaration, compared with the table in the documentation.

import { describe, expect, it } from 'vitest';
import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import { deliveryOf, ITEM_NOTIFY, type ItemNotify } from 'src/server/events/emailMode.ts';
import type { NoticeChoice } from 'src/server/store/notices/noticeChoices.ts';

const CHOICES: readonly NoticeChoice[] = ['DEFAULT', 'ALWAYS', 'NEVER'];
const MODES: readonly DeliveryMode[] = ['IMMEDIATE', 'DIGEST', 'NONE'];

/**
 * Expected delivery by the setting of the item and the choice of the person: `-` is no notice, `chosen` the choice, any other value itself.
 */
const TABLE: Readonly<Record<ItemNotify, readonly [string, string, string]>> = {
  NIL: ['-', '-', '-'],
  DEFAULT: ['declared', 'declared', '-'],
  PREFS: ['NONE', 'NONE', '-'],
  ALWAYS: ['IMMEDIATE', 'IMMEDIATE', '-'],
  NEVER: ['-', 'declared', '-'],
};

describe('[ITEM-02][NTFY-02] how a notice is delivered', () => {
  const cases = ITEM_NOTIFY.flatMap((item) =>
    CHOICES.flatMap((choice) =>
      MODES.flatMap((declared) => [undefined, ...MODES].map((preferred) => ({ item, choice, declared, preferred }))),
    ),
  );

  it.each(cases)('$item, $choice, declared $declared, chosen $preferred', (wishes) => {
    const rule = TABLE[wishes.item][CHOICES.indexOf(wishes.choice)];
    const otherwise = rule === 'declared' ? wishes.declared : rule;
    expect(deliveryOf(wishes)).toBe(rule === '-' ? undefined : (wishes.preferred ?? otherwise));
  });
});
