// `act/draftLetter`: drafts a letter about an item from a template of the item's owner and fills in its fields, for a person to review.
// Fields without a value are listed in the answer and stay in the letter as written.

import { LETTER, TEMPLATE } from 'src/domain/letters/letterNames.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalidAt } from 'src/model/problems.ts';
import { addressing } from 'src/domain/letters/addressing.server.ts';
import { languageChoice, languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import { joinLetter } from 'src/domain/letters/letterSteps.server.ts';
import { mergeTemplate } from 'src/domain/letters/mergeTemplate.server.ts';
import { createItem, endpoint, todayOf, type Context } from 'src/server/extend.ts';

const letterTemplate = async ({ services, db, readFilter }: Context, id: string, owners: readonly string[]) => {
  const stored = await services.access.visible(db, readFilter, id);
  const { owner, state } = stored.properties;
  if (stored.type !== TEMPLATE || !owners.includes(String(owner)) || state !== 'ACTIVE')
    throw invalidAt('/template', 'errors.letter.template');
  return stored.properties;
};

export const draftLetter = endpoint('draftLetter', async (context, { template }) => {
  const item = await context.view();
  const { services, db, readFilter } = context;
  const about = await services.access.visible(db, readFilter, item.$id);
  const properties = await letterTemplate(context, template, about.owners);
  if (!about.owners.some(isItemId)) throw invalidAt('/template', 'errors.letter.template');
  const { subject, body, signature, unknown, empty } = await mergeTemplate(context, properties, about);
  const { primaryOrg } = about.properties;
  const made = await createItem(context, LETTER, {
    ...{ context: item.$id, template: template, subject, body },
    ...{ language: await languageChoice(context, properties['language']), date: await todayOf(context, about) },
    ...(properties['kind'] === undefined ? {} : { kind: properties['kind'] }),
    ...(properties['annexes'] === undefined ? {} : { annexes: properties['annexes'] }),
    ...(isItemId(primaryOrg) && { to: primaryOrg }),
    ...(await addressing(context, about, languageTag(properties['language']))),
    ...(signature !== '' && { signature }),
  });
  await joinLetter(context, item.$id, made.id);
  return { $id: made.id, unknown, empty };
});
