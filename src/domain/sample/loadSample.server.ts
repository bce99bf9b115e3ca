// Writes the sample community through the services of an empty site: keys become ids, pictures become files, users get accounts.

import { randomUUID } from 'node:crypto';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { drawPicture } from 'src/domain/sample/drawPicture.server.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import type { SampleItem } from 'src/domain/sample/SampleItem.ts';
import type { SampleAccount, SampleLoader, SampleOptions } from 'src/server/extend.ts';

type Ids = ReadonlyMap<string, ItemId>;
type Properties = Readonly<Record<string, Json>>;

const BATCH = 250;
const DAY = 86_400_000;

const ROLES: Readonly<Record<string, string>> = {
  admin: 'administers the site',
  staff: 'keeps the records of Cedar Inlet',
  member: 'belongs to Cedar Inlet',
  partner: 'belongs to another organization',
};

/** `@key` anywhere in a value becomes the id of that item. */
const resolve = (value: Json, ids: Ids): Json => {
  if (typeof value === 'string') return value.startsWith('@') ? (ids.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((each: Json) => resolve(each, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each, ids)]));
};

const stored = async (item: SampleItem, { services }: SampleOptions): Promise<Properties> => {
  if (!item.picture) return item.properties;
  const { fileID, size } = await services.files.put(await drawPicture(item.picture.seed));
  const uuid = randomUUID();
  return { ...item.properties, fileID, size, uuid, uppyID: uuid, filetype: 'image/png', width: 960, height: 640 };
};

/** Stored computed values, as a save would set them. */
const withComputed = (type: string, properties: Properties, { services }: SampleOptions): Properties => {
  const values: Record<string, Json> = { ...properties };
  for (const { name, computed } of Object.values(services.registry.types[type]?.properties ?? {})) {
    const value = computed && computed.clock !== true ? services.domain.computed[computed.by]?.(properties) : undefined;
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
};

const insertBatch = async (
  batch: readonly SampleItem[],
  ids: Map<string, ItemId>,
  options: SampleOptions,
): Promise<void> => {
  const { services } = options;
  const ready = await Promise.all(batch.map((item) => stored(item, options)));
  await services.database.transaction(async (tx) => {
    for (const [index, item] of batch.entries()) {
      const at = new Date(services.clock.now().getTime() - item.daysAgo * DAY);
      const by = ids.get(item.creator) ?? 'User-0';
      const properties = resolve(ready[index] ?? {}, ids) as Properties;
      const whole = withComputed(item.type, properties, options);
      const { id } = await services.items.insert(tx, item.type, whole, { at, by, actor: undefined });
      ids.set(item.key, id);
    }
  });
};

/** The item a picture belongs to names it among its attachments. */
const attachPictures = async (items: readonly SampleItem[], ids: Ids, { services }: SampleOptions): Promise<void> => {
  const by = ids.get('user/staff') ?? 'User-0';
  await services.database.transaction(async (tx) => {
    for (const picture of items.filter((item) => item.picture)) {
      const owner = await services.items.find(tx, resolve(picture.properties['rel'] ?? null, ids) as ItemId, true);
      const property = picture.properties['relProp'];
      const id = ids.get(picture.key);
      if (!owner || typeof property !== 'string' || id === undefined) continue;
      const at = new Date(owner.created);
      await services.items.write(tx, owner, { [property]: [id] }, { at, by, actor: undefined });
    }
  });
};

const makeAccounts = async (
  items: readonly SampleItem[],
  ids: Ids,
  options: SampleOptions,
): Promise<SampleAccount[]> => {
  const accounts: SampleAccount[] = [];
  for (const user of items.filter(({ type }) => type === 'User')) {
    const email = String(user.properties['email']);
    await options.services.accounts.create(ids.get(user.key) as Item['$id'], email, options.password);
    accounts.push({ email, role: ROLES[user.key.slice('user/'.length)] ?? '' });
  }
  return accounts;
};

export const loadSample: SampleLoader = async (options) => {
  const items = sampleCommunity(options.services.registry, options.services.clock.now());
  const ids = new Map<string, ItemId>();
  for (let from = 0; from < items.length; from += BATCH) {
    await insertBatch(items.slice(from, from + BATCH), ids, options);
    options.progress(`Sample community: ${Math.min(from + BATCH, items.length)} of ${items.length} items`);
  }
  await attachPictures(items, ids, options);
  return await makeAccounts(items, ids, options);
};
