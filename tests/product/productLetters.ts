// Notices of the people of a product world, and the emails that they got.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Services } from 'src/server/modules.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';

export const lettersOf = (
  services: Services,
  mailFolder: string,
  users: ReadonlyMap<string, ItemId>,
): Pick<ProductWorld, 'followAll' | 'lettersTo'> => ({
  async followAll(ids) {
    const pairs = ids.map((id) => {
      const { type, number } = parseItemId(id);
      return [registry.types[type]?.number ?? 0, number] as const;
    });
    await services.database.query(
      `insert into notice_choice (t, i, user_id, choice)
       select t, i, u, 'ALWAYS' from unnest($1::int[], $2::int[]) as c(t, i), unnest($3::text[]) u on conflict do nothing`,
      [pairs.map(([type]) => type), pairs.map(([, number]) => number), [...users.values()]],
    );
  },
  async lettersTo(actor) {
    const user = await services.items.find(services.database, users.get(actor) ?? '');
    const address = String(user?.properties['email']);
    const names = await readdir(mailFolder).catch(() => []);
    const raws = await Promise.all(names.map((name) => readFile(join(mailFolder, name))));
    const letters = await Promise.all(
      raws.map(async (raw) => ({ raw: raw.toString(), mail: await simpleParser(raw) })),
    );
    return letters
      .filter(({ mail }) => [mail.to].flat().some((to) => to?.text.includes(address) === true))
      .map(({ raw, mail }) => [raw, mail.subject, mail.text, mail.html].join('\n'));
  },
});
