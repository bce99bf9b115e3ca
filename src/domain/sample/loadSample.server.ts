// Writes the sample community through the services of an empty site: keys become ids, pictures and sounds become files, users get accounts.

import { DAY_MS } from 'src/base/dayMs.ts';
import { randomUUID } from 'node:crypto';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import people from 'src/domain/sample/records/people.json' with { type: 'json' };
import { sampleCommunity, type SampleFile, type SampleItem } from 'src/domain/sample/sampleCommunity.ts';
import { makeFile } from 'src/domain/sample/sampleFiles.server.ts';
import { insertItem, writeItem, type SampleAccount, type SampleLoader, type SampleOptions } from 'src/server/extend.ts';

type Ids = ReadonlyMap<string, ItemId>;

const SAMPLE_BATCH = 250;
const ROLES: Readonly<Record<string, string>> = people.roles;

/** `@key` anywhere in a value becomes the id of that item. */
const withIds = (value: Json, ids: Ids): Json => {
  if (typeof value === 'string') return value.startsWith('@') ? (ids.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((each: Json) => withIds(each, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)]));
};

interface Load {
  readonly options: SampleOptions;
  readonly ids: Map<string, ItemId>;
  /** Uploaded files by content: several attachments may show the same picture. */
  readonly files: Map<string, Promise<Values>>;
}

const madeFile = async (file: SampleFile, { services }: SampleOptions): Promise<Values> => {
  const { content, facts } = await makeFile(file);
  return { ...(await services.files.put(content)), ...facts };
};

const stored = async ({ type, file, properties }: SampleItem, { files, options }: Load): Promise<Values> => {
  // The same values as completeConsultation gives a new one.
  if (type === 'Consultation') return { _uuid: randomUUID(), ...properties };
  if (!file) return properties;
  const name = JSON.stringify(file);
  const made = files.get(name) ?? madeFile(file, options);
  files.set(name, made);
  const uuid = randomUUID();
  return { ...properties, ...(await made), uuid, uppyID: uuid };
};

/** Stored computed values, as a save would set them. */
const withSampleComputed = (type: string, properties: Values, { services }: SampleOptions): Values => {
  const values: Record<string, Json> = { ...properties };
  for (const { name, computed } of Object.values(services.registry.types[type]?.properties ?? {})) {
    const value = computed && computed.clock !== true ? services.domain.computed[computed.by]?.(properties) : undefined;
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
};

/** A person who wrote at that time. */
const byThen = (userId: ItemId, now: Date) => ({ now, subject: { userId, actingAdminId: undefined } });

const insertBatch = async (batch: readonly SampleItem[], load: Load): Promise<void> => {
  const { ids, options } = load;
  const { services } = options;
  const ready = await Promise.all(batch.map((item) => stored(item, load)));
  await services.database.transaction((whole) =>
    services.items.together(whole, async (tx) => {
      for (const [index, item] of batch.entries()) {
        const at = new Date(services.clock.now().getTime() - item.daysAgo * DAY_MS);
        const by = ids.get(item.creator) ?? 'User-0';
        const properties = withIds(ready[index] ?? {}, ids) as Values;
        const values = withSampleComputed(item.type, properties, options);
        const { id } = await insertItem({ services, tx, ...byThen(by, at) }, item.type, values);
        ids.set(item.key, id);
      }
    }),
  );
};

/** The item that files belong to names them, once they are there. */
const attachSampleFiles = async (items: readonly SampleItem[], { ids, options: { services } }: Load): Promise<void> =>
  services.database.transaction(async (tx) => {
    for (const { key, creator, attached } of items) {
      const owner = attached && (await services.items.find(tx, ids.get(key) ?? '', true));
      if (!owner) continue;
      const writer = byThen(ids.get(creator) ?? 'User-0', new Date(owner.created));
      await writeItem({ services, tx, ...writer }, owner, { changes: withIds(attached, ids) as Values });
    }
  });

/** Days after which a notice has been read. */
const READ_AFTER_DAYS = 4;

/** Gives a notice to each recipient of an event. */
const notifySample = async (items: readonly SampleItem[], { ids, options: { services } }: Load): Promise<void> => {
  const { database, items: storage, notices, readFilters, sessions } = services;
  for (const { key, type, daysAgo } of items) {
    const event = type === 'Event' ? await storage.find(database, ids.get(key) ?? '') : undefined;
    const context = event && (await storage.find(database, String(event.properties['context'])));
    const people = (event?.properties['to'] ?? []) as readonly ItemId[];
    if (!context || people.length === 0) continue;
    await notices.notify({ event, context, people: people.map((user) => ({ user, mode: 'NONE' })) });
    if (daysAgo < READ_AFTER_DAYS) continue;
    for (const user of people) {
      const subject = await sessions.subjectOf(user);
      if (!subject) continue;
      const readFilter = await readFilters.readFilterFor(subject);
      await database.transaction((tx) => notices.mark(tx, readFilter, { numbers: undefined, unread: false }));
    }
  }
};

const makeAccounts = async (items: readonly SampleItem[], { ids, options }: Load): Promise<SampleAccount[]> => {
  const accounts: SampleAccount[] = [];
  for (const { key, properties } of items.filter(({ type }) => type === 'User')) {
    const email = String(properties['email']);
    await options.services.accounts.create(ids.get(key) as Item['$id'], email, options.password);
    accounts.push({ email, role: ROLES[key] ?? '' });
  }
  return accounts;
};

export const loadSample: SampleLoader = async (options) => {
  const items = sampleCommunity(options.services.registry, options.services.clock.now());
  const load: Load = { options, ids: new Map(), files: new Map() };
  for (let from = 0; from < items.length; from += SAMPLE_BATCH) {
    await insertBatch(items.slice(from, from + SAMPLE_BATCH), load);
    options.progress(`Sample community: ${Math.min(from + SAMPLE_BATCH, items.length)} of ${items.length} items`);
  }
  await attachSampleFiles(items, load);
  await notifySample(
    items.toSorted((a, b) => b.daysAgo - a.daysAgo),
    load,
  );
  return await makeAccounts(items, load);
};
