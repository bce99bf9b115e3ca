// Writes the sample community through the services of an empty site: keys become ids, pictures and sounds become files, users get accounts.

import { randomUUID } from 'node:crypto';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { sampleCommunity, type SampleFile, type SampleItem } from 'src/domain/sample/sampleCommunity.ts';
import { makeFile } from 'src/domain/sample/sampleFiles.server.ts';
import type { SampleAccount, SampleLoader, SampleOptions } from 'src/server/extend.ts';

type Ids = ReadonlyMap<string, ItemId>;
type Properties = Readonly<Record<string, Json>>;

const BATCH = 250;
const DAY = 86_400_000;

const ROLES: Readonly<Record<string, string>> = {
  admin: 'administers the site',
  staff: 'keeps the records of Tamber Inlet',
  member: 'belongs to Tamber Inlet',
  partner: 'belongs to Ostermay Shoals',
};

/** `@key` anywhere in a value becomes the id of that item. */
const resolve = (value: Json, ids: Ids): Json => {
  if (typeof value === 'string') return value.startsWith('@') ? (ids.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((each: Json) => resolve(each, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each, ids)]));
};

/** Files by what they hold: several attachments may show the same picture. */
type MadeFiles = Map<string, Promise<Properties>>;

const madeFile = async ({ services }: SampleOptions, file: SampleFile): Promise<Properties> => {
  const { content, facts } = await makeFile(file);
  const { fileID, size } = await services.files.put(content);
  return { fileID, size, ...facts };
};

const stored = async (item: SampleItem, files: MadeFiles, options: SampleOptions): Promise<Properties> => {
  if (!item.file) return item.properties;
  const name = JSON.stringify(item.file);
  const made = files.get(name) ?? madeFile(options, item.file);
  files.set(name, made);
  const uuid = randomUUID();
  return { ...item.properties, ...(await made), uuid, uppyID: uuid };
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

interface Load {
  readonly options: SampleOptions;
  readonly ids: Map<string, ItemId>;
  readonly files: MadeFiles;
}

const insertBatch = async (batch: readonly SampleItem[], { ids, files, options }: Load): Promise<void> => {
  const { services } = options;
  const ready = await Promise.all(batch.map((item) => stored(item, files, options)));
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

/** The item that files belong to names them, once they are there. */
const attachFiles = async (items: readonly SampleItem[], { ids, options: { services } }: Load): Promise<void> =>
  services.database.transaction(async (tx) => {
    for (const { key, creator, attached } of items) {
      const owner = attached && (await services.items.find(tx, ids.get(key) ?? '', true));
      if (!owner) continue;
      const write = { at: new Date(owner.created), by: ids.get(creator) ?? 'User-0', actor: undefined };
      await services.items.write(tx, owner, resolve(attached, ids) as Properties, write);
    }
  });

const makeAccounts = async (
  items: readonly SampleItem[],
  ids: Ids,
  options: SampleOptions,
): Promise<SampleAccount[]> => {
  const accounts: SampleAccount[] = [];
  for (const user of items.filter(({ type }) => type === 'User')) {
    const email = String(user.properties['email']);
    await options.services.accounts.create(ids.get(user.key) as Item['$id'], email, options.password);
    accounts.push({ email, role: ROLES[user.key] ?? '' });
  }
  return accounts;
};

export const loadSample: SampleLoader = async (options) => {
  const items = sampleCommunity(options.services.registry, options.services.clock.now());
  const load: Load = { options, ids: new Map(), files: new Map() };
  for (let from = 0; from < items.length; from += BATCH) {
    await insertBatch(items.slice(from, from + BATCH), load);
    options.progress(`Sample community: ${Math.min(from + BATCH, items.length)} of ${items.length} items`);
  }
  await attachFiles(items, load);
  return await makeAccounts(items, load.ids, options);
};
