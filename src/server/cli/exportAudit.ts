// `node dist/server/main.js export-audit [--owner ORG-ID] > file`: prints who was shown PRIVATE content, one JSON object per line, oldest
// first, for the whole site or for one owner. Works while the server runs or is stopped.

import { parseArgs } from 'node:util';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Audit } from 'src/server/store/audit.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';

const ownerFrom = (args: readonly string[]): ItemId | undefined => {
  try {
    const { owner } = parseArgs({ args: [...args], options: { owner: { type: 'string' } } }).values;
    if (owner !== undefined && !isItemId(owner)) throw new Error(`${String(owner)} is not the id of an item`);
    return owner;
  } catch (error) {
    throw new UsageError(`export-audit: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Hands each line to `write` and waits for it, so that a slow reader fills no memory. Throws UsageError. */
export const exportAudit = async (
  audit: Audit,
  args: readonly string[],
  write: (line: string) => Promise<void>,
): Promise<void> => {
  for await (const entry of audit.all(ownerFrom(args))) await write(`${JSON.stringify(entry)}\n`);
};
