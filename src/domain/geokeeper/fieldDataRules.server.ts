// Rules of a record of field data, for every channel that creates one: it belongs to the organization of its program, and its form decides
// whether all its readers see its exact place.

import { FORM_TYPE, formOfVersion } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { RECORD_TYPE } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import { splitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import { mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import { sidesOf } from 'src/domain/geokeeper/review/editAnswers.server.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { serverJob, writeItem, type BeforeSaveRule, type StoredItem, type WritingContext } from 'src/server/extend.ts';

const MOVE_PLACES = 'moveFieldPlaces';
/** Records that one transaction changes. */
const MOVED_AT_ONCE = 50;

export const completeFieldData: BeforeSaveRule = async (
  { program, formDef, owner, collector, exactPlace },
  before,
  { services, db, subject },
) => {
  const ids = [program, formDef].filter((id): id is ItemId => typeof id === 'string');
  const found = ids.length === 0 ? [] : await services.items.findMany(db, ids);
  const itemAt = (id: unknown) => found.find((each) => each.id === id)?.properties;
  const programOwner = itemAt(program)?.['owner'] ?? null;
  const isExact = itemAt(formDef)?.['generalise'] === false ? true : null;
  const person: Values =
    before === undefined && collector === undefined && subject.userId !== undefined
      ? { collector: subject.userId }
      : {};
  return {
    ...person,
    ...(programOwner === owner ? {} : { owner: programOwner }),
    ...(isExact === (exactPlace ?? null) ? {} : { exactPlace: isExact }),
  };
};

/** Moves the records of a form when its places are opened or generalised. */
export const followGeneralise: BeforeSaveRule = async ({ program, generalise }, before, { tx }) => {
  if (before !== undefined && typeof program === 'string' && before['generalise'] !== generalise)
    await tx.addJob(MOVE_PLACES, { id: program }, `${MOVE_PLACES} ${program}`);
  return {};
};

/** Returns the answers with their positions on the side that the form now gives them. Undefined for a record of an unknown version. */
const movedAnswers = (
  { properties }: StoredItem,
  version: StoredItem | undefined,
  closesPositions: boolean,
): Values | undefined => {
  if (!version) return undefined;
  const sides = sidesOf(properties);
  const answers = mergedAnswers(sides.general, sides.restricted);
  const { general, restricted } = splitAnswers(formOfVersion(version).questions, answers, { closesPositions });
  return {
    formInstance: { formData: general as Values },
    restrictedAnswers: Object.keys(restricted).length > 0 ? (restricted as Values) : null,
  };
};

const moveSome = async (context: WritingContext, form: StoredItem, ids: readonly ItemId[]): Promise<void> => {
  const { services, tx } = context;
  const isExact = form.properties['generalise'] === false;
  const records = await services.items.findMany(tx, ids, { lock: true });
  const moved = records.filter(({ properties }) => (properties['exactPlace'] === true) !== isExact);
  const versionIds = new Set(moved.flatMap(({ properties }) => String(properties['formVersion'] ?? '') || []));
  const versions = versionIds.size === 0 ? [] : await services.items.findMany(tx, [...versionIds]);
  for (const record of moved) {
    const version = versions.find(({ id }) => id === record.properties['formVersion']);
    const changes = { exactPlace: isExact ? true : null, ...movedAnswers(record, version, !isExact) };
    await writeItem(context, record, { changes, kind: 'accessChanged' });
  }
};

/** Sets `exactPlace` of the records of all forms of a program. */
export const movePlacesJob = serverJob(async ({ id }, { batch }) => {
  const forms = await batch(async ({ services, tx }) => {
    const ids = await services.items.holding(tx, { type: FORM_TYPE, path: 'program', id: String(id) });
    return await services.items.findMany(tx, ids);
  });
  for (const form of forms) {
    const records = await batch(({ services, tx }) =>
      services.items.holding(tx, { type: RECORD_TYPE, path: 'formDef', id: form.id }),
    );
    for (let from = 0; from < records.length; from += MOVED_AT_ONCE)
      await batch((context) => moveSome(context, form, records.slice(from, from + MOVED_AT_ONCE)));
  }
});
