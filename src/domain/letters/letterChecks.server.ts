// Rules of a letter: it belongs to the owner of what it is about, and none is approved that has fields of its template still to be filled in.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Values } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { templateFields } from 'src/model/text/mergeFields.ts';
import { annexedNow } from 'src/domain/letters/annexes.server.ts';
import { refuseWithdrawnRequest } from 'src/domain/letters/withdrawnRequests.server.ts';
import type { BeforeSaveRule, Context, RunEffect } from 'src/server/extend.ts';

const ownedAbout = async ({ context }: Values, asking: Context): Promise<Values> => {
  const { services, db } = asking;
  if (!isItemId(context)) return {};
  const about = await services.items.find(db, context);
  await refuseWithdrawnRequest(asking, about);
  const owner = about?.owners.find(isItemId);
  return owner === undefined ? {} : { owner };
};

export const completeLetter: BeforeSaveRule = async (proposed, before, asking) => {
  const owned = before === undefined ? await ownedAbout(proposed, asking) : {};
  return proposed['state'] === 'PROPOSED' ? { ...owned, ...(await annexedNow(asking, proposed)) } : owned;
};

/** Named in a refusal. */
const MAX_NAMED = 10;

/** Refuses to approve a letter with unfilled fields in its subject or text. `\\{` is a literal brace. */
export const refuseUnfilled: RunEffect = (_context, { item }) => {
  const errors = ['subject', 'body', 'signature'].flatMap((name) => {
    const left = templateFields(String(item.properties[name] ?? '')).slice(0, MAX_NAMED);
    const names = left.map((path) => `{${path}}`).join(', ');
    return left.length === 0
      ? []
      : [{ path: `/${name}`, message: `errors.letter.unfilled.${name}`, params: { names } }];
  });
  return errors.length === 0 ? Promise.resolve() : Promise.reject(invalid(errors));
};
