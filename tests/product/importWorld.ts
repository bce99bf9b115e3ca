// Imports of tables into a product world, as a browser asks for them.

import type { ImportColumn, ImportOutcome, ImportSheet } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

export interface Table {
  readonly name?: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

export interface ImportOptions {
  readonly kind: string;
  readonly owner?: ItemId;
  /** Replaces the suggested mapping. */
  readonly columns?: readonly ImportColumn[];
  readonly more?: Body;
}

export interface Imported {
  readonly taskKey: string;
  readonly outcome: ImportOutcome;
  readonly task: Body;
}

const asBody = (value: unknown): Body => value as Body;

export const importsOf = (world: () => ProductWorld) => {
  const upload = async (actor: string, { name = 'table.csv', content }: Table): Promise<string> =>
    (await uploadTo(world(), { actor, name, content })).slice('upload:'.length);

  const readSheet = async (
    actor: string,
    key: string,
    options: Pick<ImportOptions, 'kind' | 'owner'>,
  ): Promise<ImportSheet> =>
    okOf(await world().ask(actor, 'act/readSheet', { upload: key, ...options })) as unknown as ImportSheet;

  const outcomeOf = async (actor: string, taskKey: string): Promise<ImportOutcome> =>
    okOf(await world().ask(actor, 'act/importOutcome', { taskKey })) as unknown as ImportOutcome;

  const taskOf = async (actor: string, taskKey: string): Promise<Body> => {
    const found = await world().ask(actor, 'search/ids', { must: { _t: ['Task'], key: [taskKey] } });
    const [id = ''] = okOf(found)['ids'] as readonly ItemId[];
    return okOf(await world().ask(actor, `read/${id}`));
  };

  const start = async (actor: string, action: string, body: Body): Promise<string> => {
    const answer = okOf(await world().ask(actor, `act/${action}/async`, body));
    return String(answer['key'] ?? answer['taskKey'] ?? answer);
  };

  /** Body of a check or an import of the table. */
  const request = async (
    actor: string,
    table: Table | string,
    { kind, owner, columns, more }: ImportOptions,
  ): Promise<Body> => {
    const key = typeof table === 'string' ? table : await upload(actor, table);
    const owned = owner === undefined ? {} : { owner };
    const mapping = columns ?? (await readSheet(actor, key, { kind, ...owned })).mapping;
    return asBody({ upload: key, kind, ...owned, columns: mapping as unknown as Json, ...more });
  };

  const run =
    (action: 'checkImport' | 'runImport') =>
    async (actor: string, table: Table | string, options: ImportOptions): Promise<Imported> => {
      const taskKey = await start(actor, action, await request(actor, table, options));
      await world().runJobs();
      return { taskKey, outcome: await outcomeOf(actor, taskKey), task: await taskOf(actor, taskKey) };
    };

  return {
    upload,
    readSheet,
    outcomeOf,
    taskOf,
    request,
    start,
    check: run('checkImport'),
    import: run('runImport'),
    undo: async (actor: string, id: ItemId): Promise<Imported> => {
      const [_t = '', number] = id.split('-');
      const taskKey = await start(actor, 'undoImport', { _t, _i: Number(number) });
      await world().runJobs();
      return { taskKey, outcome: await outcomeOf(actor, taskKey), task: await taskOf(actor, taskKey) };
    },
  };
};
