// The sample community as a client with all rights receives it: keys are ids, labels are computed, files belong to their items. Types
// without sample items have the examples of their declarations.

import { clocks, computed } from 'src/domain/computed.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import { fixtures } from 'src/generated/fixtures.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { labelOf, resolveLabel } from 'src/model/item/labelOf.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { NOW } from 'stories/scripted/storyTime.ts';

const DAY = 86_400_000;
const PICTURE: Values = { filetype: 'image/jpeg', size: 148_000, width: 960, height: 640 };
const BY_ENDING: Readonly<Record<string, Values>> = {
  wav: { filetype: 'audio/wav', size: 92_000 },
  webm: { filetype: 'video/webm', size: 34_286 },
  vtt: { filetype: 'text/vtt', size: 212 },
  pdf: { filetype: 'application/pdf', size: 1700 },
  glb: { filetype: 'model/gltf-binary', size: 12_400 },
  txt: { filetype: 'text/plain', size: 112 },
};

interface Row {
  readonly id: ItemId;
  readonly type: ServerItemType;
  readonly values: Record<string, Json>;
  readonly creator: ItemId;
  readonly at: string;
}

const withIds = (value: Json, ids: ReadonlyMap<string, ItemId>): Json => {
  if (typeof value === 'string') return value.startsWith('@') ? (ids.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((each: Json) => withIds(each, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)]));
};

const idsIn = (value: Json | undefined, labels: ReadonlyMap<ItemId, string>): ItemId[] => {
  if (typeof value === 'string') return labels.has(value) ? [value] : [];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap((each) => idsIn(each, labels));
};

const computedOf = ({ properties }: ServerItemType, values: Values): Values => {
  const made: Record<string, Json> = {};
  for (const { name, computed: rule } of Object.values(properties)) {
    if (!rule) continue;
    const clock =
      (clocks as Partial<Record<string, typeof clocks.meetingState>>)[rule.by]?.(values, 'America/Vancouver') ?? [];
    const now = clock.findLast(({ from }) => from <= NOW.getTime())?.value;
    made[name] = now ?? (computed as Partial<Record<string, typeof computed.fullName>>)[rule.by]?.(values) ?? null;
  }
  return made;
};

/** Adds the values that the loader of the sample adds when it creates a file, and the file's id in its owner. */
const attach = (rows: ReadonlyMap<ItemId, Row>): void => {
  for (const { id, values } of rows.values()) {
    const { rel, relProp, originalName } = values;
    if (typeof rel !== 'string' || typeof relProp !== 'string') continue;
    const ending = /[^.]*$/.exec(String(originalName))?.[0] ?? '';
    Object.assign(values, BY_ENDING[ending] ?? PICTURE);
    const owner = rows.get(rel)?.values;
    if (owner) owner[relProp] = [...((owner[relProp] ?? []) as Json[]), id];
  }
};

const fill = (rows: Map<ItemId, Row>): void => {
  const sample = sampleCommunity(registry, NOW);
  const numbers = new Map<string, number>();
  const ids = new Map<string, ItemId>();
  for (const { key, type } of sample) {
    const number = (numbers.get(type) ?? 0) + 1;
    numbers.set(type, number);
    ids.set(key, `${type}-${number}`);
  }
  const add = (id: ItemId, name: string, values: Values, made: Pick<Row, 'creator' | 'at'>): void => {
    const type = registry.types[name];
    if (type) rows.set(id, { id, type, values: { ...values, ...computedOf(type, values) }, ...made });
  };
  for (const { key, type, properties, creator, daysAgo } of sample) {
    const at = new Date(NOW.getTime() - daysAgo * DAY).toISOString();
    add(ids.get(key) ?? '', type, withIds(properties, ids) as Values, { at, creator: ids.get(creator) ?? 'User-1' });
  }
  for (const type of Object.keys(registry.types).filter((name) => !numbers.has(name)))
    for (const [at, values] of Object.values(fixtures[type] ?? {}).entries())
      add(`${type}-${at + 1}`, type, values as Values, { at: NOW.toISOString(), creator: 'User-1' });
};

const sampleItemsOf = (): readonly Item[] => {
  const rows = new Map<ItemId, Row>();
  fill(rows);
  attach(rows);
  const stored = new Map([...rows.values()].map(({ id, type, values }) => [id, labelOf(type, id, values)]));
  const named = new Map([...stored].map(([id, label]) => [id, resolveLabel(label, new Map(), id)]));
  const labels = new Map([...stored].map(([id, label]) => [id, resolveLabel(label, named, id)]));
  return [...rows.values()].map(({ id, type, values, creator, at }) => {
    const [, number] = id.split('-');
    const related = new Set([creator, ...idsIn(values, labels)]);
    const header = {
      ...{ $id: id, _t: type.name, _i: Number(number), _u: 1, _c: { ts: at, creator } },
      ...{ created: at, createdBy: creator, updated: at, $label: labels.get(id) ?? id },
      $labels: Object.fromEntries([...related].map((each) => [each, labels.get(each) ?? each])),
    };
    return { ...values, ...header } as unknown as Item;
  });
};

export const sampleItems: readonly Item[] = sampleItemsOf();

/** Returns the items of a type, the hand-written ones first. */
export const sampleItemsOfType = (type: string): readonly Item[] => sampleItems.filter(({ _t }) => _t === type);

/** Returns the whole sample with these values in the chosen items. */
export const sampleItemsWith = (values: Values, chosen: (item: Item) => boolean): readonly Item[] =>
  sampleItems.map((item) => (chosen(item) ? ({ ...item, ...values } as unknown as Item) : item));
