// Opens the built server on the large corpus for one bench, with what its baselines in SQL need: the read filter of the sample community's
// member, who has about 200 principals in a corpus.

import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from 'src/base/clock.ts';
import { domain } from 'src/domain/server.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Limits } from 'src/server/limits.ts';
import { createStoreServices, type StoreServices } from 'src/server/access/storeServices.ts';
import { findCredential } from 'src/server/store/accounts/sessionRows.ts';
import { createDatabase, type Database } from 'src/server/store/database.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { corpusFacts, registryAtSize, type CorpusFacts } from 'tests/bench/scale/corpusStore.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

/** A statement of a baseline may scan everything. */
const BASELINE_MS = 10 * 60_000;

export interface ProductAtSize extends Product {
  readonly facts: CorpusFacts;
  readonly database: Database;
  readonly store: StoreServices;
}

export const openAtSize = async (limits: Partial<Limits> = {}): Promise<ProductAtSize> => {
  const product = await openProduct({}, { limits });
  const facts = await corpusFacts(product.folder);
  const { connection } = product;
  const database = createDatabase({ connection, poolSize: 4, statementTimeout: BASELINE_MS, log: console.error });
  const store = createStoreServices({ registry: registryAtSize, domain, database, clock: systemClock });
  return {
    ...product,
    ...{ facts, database, store },
    async stop() {
      await database.end();
      await product.stop();
    },
  };
};

/** Returns the read filter of the member, for the same search in SQL. */
export const memberFilter = async ({ database, store }: ProductAtSize): Promise<ReadFilter> => {
  const account = await findCredential(database, emailOf('member'));
  const user = account && (await store.items.find(database, account.user_id));
  const subject = user && subjectFrom(user.id, user.properties, { now: new Date() });
  if (!subject) throw new Error('the sample community has no member');
  return await store.readFilters.readFilterFor(subject);
};

export class RefusedRequest extends Error {
  /** Seconds after which the server takes the request; undefined for other refusals. */
  readonly retryAfter: number | undefined;

  constructor(operation: string, answer: Json | undefined) {
    super(`${operation}: ${JSON.stringify(answer)}`);
    const { params } = (answer ?? {}) as { readonly params?: { readonly retryAfter?: number } };
    this.retryAfter = params?.retryAfter;
  }
}

/** Sends one request and forgets earlier answers, so that the client's memory stays small. */
export const askOver = async <T = Json>(socket: TestSocket, operation: string, body?: unknown): Promise<T> => {
  socket.received.length = 0;
  const { b, erred } = await socket.ask(operation, body as Json);
  if (erred) throw new RefusedRequest(operation, b);
  return b as T;
};

/** Repeats a request that the server refuses, for example because a search took too long on a busy machine. */
export const untilAnswered = async <T>(ask: () => Promise<T>, attempts = 20): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RefusedRequest) || attempts === 1) throw error;
    if (error.retryAfter !== undefined) await setTimeout(error.retryAfter * 1_000);
    return await untilAnswered(ask, attempts - 1);
  }
};

/** Returns the memory of a process in kB. */
export const memoryOf = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
};
