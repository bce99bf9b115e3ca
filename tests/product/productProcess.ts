// The product's server as processes that a test kills, on the data of its world. Called by the tests of kill -9.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Json } from 'src/model/item/Item.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';

const SERVER = fileURLToPath(new URL('./serveProduct.ts', import.meta.url));

export interface ProductProcess {
  readonly url: string;
  kill(): Promise<void>;
}

export interface ProductProcesses {
  start(): Promise<ProductProcess>;
  /** Ends those that still run. */
  stop(): void;
}

/** `env`: settings of the processes in addition to those of the world. */
export const productProcesses = (
  world: () => ProductWorld,
  env: () => Readonly<Record<string, string>> = () => ({}),
): ProductProcesses => {
  const running = new Set<ChildProcess>();
  return {
    start: async () => {
      const { connection, dataDir } = world();
      const args = [JSON.stringify(connection), dataDir, JSON.stringify(env())];
      const child = fork(SERVER, args, { execArgv: ['--import', 'tsx'] });
      running.add(child);
      const [url] = (await once(child, 'message')) as [string];
      return {
        url,
        kill: async () => {
          const exit = once(child, 'exit');
          child.kill('SIGKILL');
          await exit;
          running.delete(child);
        },
      };
    },
    stop: () => running.forEach((child) => child.kill('SIGKILL')),
  };
};

/** The answer of the process, if it lives that long. */
export const askingOf =
  (world: ProductWorld, { url }: ProductProcess) =>
  async (actor: string, path: string, body?: Json): Promise<string> => {
    const headers = { authorization: `Bearer ${world.tokenOf(actor)}` };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    try {
      return await (await fetch(`${url}${path}`, { headers, ...post })).text();
    } catch {
      return '';
    }
  };
