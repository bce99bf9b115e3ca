// Records at start, in the database, the schema by which this program stores the items of each type, and decides what happens to items
// stored by another schema. Called by main before anything is read. Takes milliseconds at any size of the database.

import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import {
  isNarrower,
  operationsOf,
  readRights,
  schemaFingerprint,
  type Operation,
} from 'src/server/schemaMigration/schemaFingerprint.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import {
  adoptMigrations,
  enforceSchema,
  knownSchemas,
  lockSchemas,
  MIGRATION_JOBS,
  nameTask,
  staleNumbers,
  type ItemSchema,
} from 'src/server/store/itemSchemas.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface RegisteredSchemas {
  /** The number of the schema of each type, by type number. */
  readonly numbers: ReadonlyMap<number, number>;
  /** The migrate operations that were carried out on the rows of each schema of a type, by type number and number. */
  readonly done: ReadonlyMap<number, ReadonlyMap<number, readonly string[]>>;
  /** The job by which processes with these declarations migrate items. */
  readonly task: string;
  /** Types of which nothing may be served before their items are migrated. */
  readonly first: readonly string[];
  /** Numbers of the types that a newer program stores: their items are its business. */
  readonly older: ReadonlySet<number>;
}

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly report: (line: string) => void;
}

export const operationKey = ({ op }: Operation): string => JSON.stringify(op);

/** The name contains a hash of the declarations, so that only processes with the same declarations take the job. */
const taskOf = ({ types }: ServerRegistry): string => {
  const all = Object.values(types).map((type) => [type.number, schemaFingerprint(type), type.server.migrate]);
  return `${MIGRATION_JOBS}${sha256(JSON.stringify(all)).toString('hex').slice(0, 16)}`;
};

const isCovered = (operations: readonly Operation[], name: string): boolean =>
  operations.some(({ op, paths }) => ['rename', 'drop', 'split'].includes(op.op) && paths.includes(name));

interface Registration {
  readonly schema: ItemSchema;
  /** Previous declaration; undefined for a new type. */
  readonly before: ItemSchema | undefined;
  /** A newer program stores properties that this one does not know. */
  readonly unknown: readonly string[];
}

const registrationOf = (
  registry: ServerRegistry,
  type: ServerItemType,
  { known, task }: { known: readonly ItemSchema[]; task: string },
): Registration => {
  const before = known.at(-1);
  const operations = operationsOf(registry, type);
  const keys = operations.map(operationKey);
  const text = [schemaFingerprint(type), ...keys].join('\n');
  const fingerprint = keys.length === 0 ? schemaFingerprint(type) : sha256(text).toString('hex').slice(0, 16);
  const own = known.find((each) => each.fingerprint === fingerprint);
  const lost = before?.names.filter((name) => !type.properties[name] && !isCovered(operations, name)) ?? [];
  const schema = own ?? {
    t: type.number,
    number: Math.max(-1, ...known.map(({ number }) => number)) + 1,
    fingerprint,
    names: Object.keys(type.properties),
    done: [...new Set([...(before?.done ?? []), ...keys])],
  };
  return { schema: { ...schema, rights: readRights(type), task }, before, unknown: own && own !== before ? lost : [] };
};

const registerType = async (
  tx: Transaction,
  type: ServerItemType,
  { schema, before, unknown }: Registration,
): Promise<'same' | 'first' | 'later' | 'older'> => {
  if (unknown.length > 0) return 'older';
  if (before?.number === schema.number) {
    await nameTask(tx, schema);
    return 'same';
  }
  await enforceSchema(tx, schema);
  const [stale] = await staleNumbers(tx, type.number, { number: schema.number, last: 0, max: 1 });
  if (!before || stale === undefined) return 'same';
  const hasOperations = schema.done.some((key) => !before.done.includes(key));
  return hasOperations || isNarrower(before.rights, schema.rights) ? 'first' : 'later';
};

export const registerSchemas = async ({ registry, database, report }: Options): Promise<RegisteredSchemas> => {
  const task = taskOf(registry);
  const numbers = new Map<number, number>();
  const done = new Map<number, ReadonlyMap<number, readonly string[]>>();
  const first: string[] = [];
  const older = new Set<number>();
  await database.transaction(async (tx) => {
    await lockSchemas(tx);
    const schemas = await knownSchemas(tx);
    for (const type of Object.values(registry.types)) {
      const known = schemas.get(type.number) ?? [];
      const registration = registrationOf(registry, type, { known, task });
      const { schema, unknown } = registration;
      numbers.set(type.number, schema.number);
      done.set(type.number, new Map([...known, schema].map((each) => [each.number, each.done])));
      const what = await registerType(tx, type, registration);
      if (what === 'older') older.add(type.number);
      if (what === 'older')
        report(
          `${type.name}: ${unknown.join(', ')} is stored but not declared; its items are left to the newer program`,
        );
      if (what === 'first') first.push(type.name);
      // Queued for a first version, too: if this process ends early, another one continues.
      if (what === 'first' || what === 'later') await tx.addJob(task, { type: type.number }, `${task} ${type.number}`);
    }
    await adoptMigrations(tx);
  });
  return { numbers, done, task, first, older };
};
