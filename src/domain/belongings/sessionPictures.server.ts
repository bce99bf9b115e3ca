// Pictures of an identification session. Each photograph becomes a record of its own, because what people say about one may be closed to
// people who may see another.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { levelRank } from 'src/model/access/levels.ts';
import { invalidAt } from 'src/model/problems.ts';
import {
  attachMade,
  insertItem,
  madeFileOf,
  updateItem,
  writeItem,
  type MadeFile,
  type RunEffect,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

const PICTURE_TYPE = 'Identification';

const idsAt = (values: Values, name: string): readonly string[] =>
  Array.isArray(values[name]) ? (values[name] as readonly Json[]).filter(isItemId) : [];

/** Names a new picture by its caption, or by the name of its file without the ending. */
const titleOf = ({ properties: { caption, originalName } }: StoredItem): string =>
  typeof caption === 'string' && caption !== '' ? caption.slice(0, 300) : String(originalName).replace(/\.[^.]*$/, '');

const layOut = async (context: WritingContext, session: StoredItem, photograph: StoredItem): Promise<void> => {
  const { owner, $access } = session.properties;
  const made = madeFileOf(photograph);
  if (!made) return;
  const values: Values = { session: session.id, title: titleOf(photograph), state: 'OPEN', source: photograph.id };
  const kept = { ...(owner !== undefined && { owner }), ...($access !== undefined && { $access }) };
  const picture = await insertItem(context, PICTURE_TYPE, { ...values, ...kept });
  const ids = await attachMade(context, picture, { property: 'picture', files: [made] });
  await writeItem(context, picture, { changes: { picture: ids } });
};

/** Makes a picture of each photograph of the session that has none yet. */
export const layOutPictures: RunEffect = async (context, { item: session }) => {
  const { services, tx } = context;
  const known = await services.items.holding(tx, { type: PICTURE_TYPE, path: 'session', id: session.id });
  const sources = new Set((await services.items.findMany(tx, known)).map(({ properties }) => properties['source']));
  const wanted = idsAt(session.properties, 'photographs').filter((id) => !sources.has(id));
  const found = new Map((await services.items.findMany(tx, wanted)).map((each) => [each.id, each]));
  for (const id of wanted) {
    const photograph = found.get(id);
    if (photograph && photograph.properties['trashed'] !== true) await layOut(context, session, photograph);
  }
};

/** Returns the name in the language as the belonging keeps names, or undefined where the picture has none. */
const pictureName = ({ language, indigenousName, phonetic, literal }: Values): Record<string, Json> | undefined => {
  if (indigenousName === undefined) return undefined;
  return {
    name: indigenousName,
    ...(language !== undefined && { language }),
    ...(phonetic !== undefined && { phonetic }),
    ...(literal !== undefined && { literal }),
  };
};

const isKnownName = (names: readonly Json[], name: Values): boolean =>
  names.some((each) => isRecord(each) && each['name'] === name['name']);

/** Returns the files of the picture that the belonging does not have yet. */
const missingFiles = async (
  { services, tx }: WritingContext,
  { picture, belonging }: { readonly picture: StoredItem; readonly belonging: StoredItem },
): Promise<MadeFile[]> => {
  const present = await services.items.findMany(tx, idsAt(belonging.properties, 'images'));
  const known = new Set(present.map(({ properties }) => properties['fileID']));
  const files = await services.items.findMany(tx, idsAt(picture.properties, 'picture'));
  return files.flatMap((file) => madeFileOf(file) ?? []).filter(({ fileID }) => !known.has(fileID));
};

/**
 * Adds the picture and the name to the belonging that was recognised. Refuses a picture that fewer people may see than the belonging:
 * its readers would see it there. The story stays with the picture.
 */
export const addToBelonging: RunEffect = async (context, { item: picture }) => {
  const { services, tx } = context;
  const { belonging: id } = picture.properties;
  const belonging = isItemId(id) ? await services.items.find(tx, id, true) : undefined;
  if (!belonging) return;
  if (levelRank(picture.level) > levelRank(belonging.level))
    throw invalidAt('/belonging', 'errors.identification.moreOpen');
  const files = await missingFiles(context, { picture, belonging });
  const added = await attachMade(context, belonging, { property: 'images', files });
  const names = Array.isArray(belonging.properties['indigenousNames']) ? belonging.properties['indigenousNames'] : [];
  const name = pictureName(picture.properties);
  const changes: Values = {
    ...(added.length > 0 && { images: [...idsAt(belonging.properties, 'images'), ...added] }),
    ...(name && !isKnownName(names, name) && { indigenousNames: [...names, name] }),
  };
  await updateItem(context, { id: belonging.id, u: undefined, changes });
};
