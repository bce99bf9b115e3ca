// An approved record becomes the items that the mappings of its form describe. A record that has outcomes gets no others: after it was
// reopened and approved again, people change the items themselves.

import { isRecord } from 'src/base/isRecord.ts';
import type { FieldForm, RecordMapping } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOfVersion } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { answerScopes } from 'src/domain/geokeeper/records/mappedQuestion.ts';
import {
  mappingFaults,
  OUTCOME_TYPES,
  outcomeValues,
  type OutcomeValues,
} from 'src/domain/geokeeper/records/outcomeValues.ts';
import { RECORD_TYPE } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import { filesOfRecord } from 'src/domain/geokeeper/records/sentFiles.server.ts';
import { mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { invalid, invalidEntries, type Problem } from 'src/model/problems.ts';
import {
  asServer,
  attachMade,
  createItem,
  inNameOf,
  madeFileOf,
  writeItem,
  type RunEffect,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

/** Items that one record may become. */
const MAX_OUTCOMES = 500;

const refusal = (type: string, paths: readonly string[]): Problem =>
  invalid([{ path: '/state', message: 'fieldRecords.mappingFailed', params: { type, paths: paths.join(', ') } }]);

const answersOfRecord = ({ properties }: StoredItem): Readonly<Record<string, unknown>> => {
  const instance = properties['formInstance'];
  return mergedAnswers(isRecord(instance) ? instance['formData'] : undefined, properties['restrictedAnswers']);
};

const createOutcome = async (
  context: WritingContext,
  type: string,
  { record, made }: { readonly record: StoredItem; readonly made: OutcomeValues },
): Promise<StoredItem> => {
  const properties = context.services.registry.types[type]?.properties ?? {};
  const values: Values = {
    ...(properties['label'] && { label: record.label }),
    ...(properties['state']?.values?.includes('ACTIVE') === true && { state: 'ACTIVE' }),
    ...made.values,
    ...{ owner: record.properties['owner'] ?? null, [OUTCOME_TYPES.get(type) ?? 'access']: made.level },
  };
  try {
    return await createItem(context, type, values);
  } catch (error) {
    const wrong = invalidEntries(error);
    if (wrong.length === 0) throw error;
    throw refusal(
      type,
      wrong.map(({ path }) => path.slice(1)),
    );
  }
};

/** Gives the item its own entries of the files, because an attachment belongs to one item. The bytes are stored once. */
const recordCopyFiles = async (
  context: WritingContext,
  item: StoredItem,
  { record, names }: { readonly record: StoredItem; readonly names: Readonly<Record<string, string>> },
): Promise<void> => {
  const { services, tx } = context;
  const known = Object.keys(names).length === 0 ? [] : await filesOfRecord(context, record);
  const changes: Record<string, ItemId[]> = {};
  for (const [property, name] of Object.entries(names)) {
    const found = known.find((each) => each.name === name);
    const attachment = found && (await services.items.find(tx, found.id));
    const file = attachment && madeFileOf(attachment);
    if (file) changes[property] = await attachMade(context, item, { property, files: [file] });
  }
  if (Object.keys(changes).length > 0) await writeItem(context, item, { changes, kind: 'attached' });
};

interface Approved {
  readonly record: StoredItem;
  readonly form: FieldForm;
  readonly closesPositions: boolean;
  /** Degrees of a cell of generalised places, as records have them. */
  readonly cell: number;
}

/** Degrees of a cell where the declaration of records says nothing. */
const DEFAULT_CELL = 0.1;

const makeMapped = async (
  context: WritingContext,
  mapping: RecordMapping,
  { record, form, closesPositions, cell }: Approved,
): Promise<ItemId[]> => {
  const properties = context.services.registry.types[mapping.type]?.properties;
  const faults = mappingFaults(mapping, form, properties);
  if (faults.length > 0 || !properties) throw refusal(mapping.type, faults);
  const ids: ItemId[] = [];
  for (const scope of answerScopes(form, answersOfRecord(record), mapping.repeat)) {
    const made = outcomeValues(mapping, {
      ...{ form, scope, properties, level: record.level, closesPositions, cell },
    });
    const item = await createOutcome(context, mapping.type, { record, made });
    await recordCopyFiles(context, item, { record, names: made.files });
    ids.push(item.id);
  }
  return ids;
};

/** Throws `invalid` when an answer does not fit, so that the record stays in review. */
export const makeOutcomes: RunEffect = async (context, { item }) => {
  const { services, tx, subject } = context;
  const { outcomes, formVersion, formDef } = item.properties;
  if (Array.isArray(outcomes) && outcomes.length > 0) return;
  const version = typeof formVersion === 'string' ? await services.items.find(tx, formVersion) : undefined;
  const form = version && formOfVersion(version);
  if (!form?.mappings || form.mappings.length === 0) return;
  const definition = typeof formDef === 'string' ? await services.items.find(tx, formDef) : undefined;
  const closesPositions = definition?.properties['generalise'] !== false;
  // The form and the owner of the program decide what is created, so that the reviewer needs no right of another area.
  const server = await asServer(context);
  const author = subject.userId === undefined ? server : inNameOf(server, subject.userId);
  const place = services.registry.types[RECORD_TYPE]?.properties['place'];
  const cell = place?.geo?.generalised?.cell ?? DEFAULT_CELL;
  const ids: ItemId[] = [];
  for (const mapping of form.mappings)
    ids.push(...(await makeMapped(author, mapping, { record: item, form, closesPositions, cell })));
  if (ids.length > MAX_OUTCOMES) throw refusal(form.mappings[0]?.type ?? '', []);
  if (ids.length > 0) await writeItem(server, item, { changes: { outcomes: ids }, kind: 'updated' });
};
