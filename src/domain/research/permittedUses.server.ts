// Permitted uses of a consent. A record that was derived from an interview serves as evidence in an answer to a consultation, and its files
// leave with an answer or a letter, only where every consent behind it permits this. A consent that names no use permits use within the
// community only.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import {
  permitsBehind,
  refusingPermit,
  type Context,
  type RunEffect,
  type StoredItem,
  type ValidateRule,
} from 'src/server/extend.ts';

const CONSULTATION_USE = 'CONSULTATION';
/** Properties of answers and letters that name records and files for the other side. */
const EVIDENCE_PATHS = ['evidence', 'evidenceFiles', 'files', 'attachments'] as const;
const SECTION_TYPE = 'ConsultResponseSection';

/** Returns true when answers to consultation requests are among the uses of the consent. */
export const isConsultationPermitted = ({ properties }: StoredItem): boolean =>
  valuesAt(properties, 'uses').includes(CONSULTATION_USE);

interface Used {
  readonly path: string;
  readonly id: ItemId;
}

/** Returns an entry for each item that a consent keeps out of answers. It names the consent to people who may see it. */
const refusedUses = async (context: Context, used: readonly Used[]): Promise<readonly InvalidEntry[]> => {
  const { services, db, readFilter } = context;
  const permits = await permitsBehind(
    context,
    used.map(({ id }) => id),
  );
  const refused: InvalidEntry[] = [];
  for (const { path, id } of used) {
    const consent = refusingPermit(permits.get(id), CONSULTATION_USE);
    if (!consent) continue;
    const labels = await services.items.labels(db, readFilter, [id, consent.id]);
    const named = labels.get(consent.id);
    refused.push({
      path: `/${path}`,
      message: named === undefined ? 'errors.consent.notPermitted' : 'errors.consent.notPermittedBy',
      params: { label: labels.get(id) ?? id, ...(named !== undefined && { consent: named }) },
    });
  }
  return refused;
};

const usedAt = (values: Values, path: string): readonly Used[] =>
  valuesAt(values, path)
    .filter(isItemId)
    .map((id) => ({ path, id }));

/** Refuses new records and files in answers to consultation requests, and in letters, that a consent does not permit there. */
export const permittedEvidence: ValidateRule = async (proposed, before, context) => {
  const added = EVIDENCE_PATHS.flatMap((path) => {
    const known = new Set(valuesAt(before ?? {}, path));
    return usedAt(proposed, path).filter(({ id }) => !known.has(id));
  });
  return await refusedUses(context, added);
};

/** Returns the files of the sections that leave with a letter that is about to be approved. */
const sectionFiles = async (
  { services, tx }: Parameters<RunEffect>[0],
  { context: about, annexes }: Values,
): Promise<readonly Used[]> => {
  if (!isItemId(about) || !Array.isArray(annexes) || !annexes.includes('SECTIONS')) return [];
  const ids = await services.items.holding(tx, { type: SECTION_TYPE, path: 'response', id: about });
  const sections = (await services.items.findMany(tx, ids)).filter(
    ({ properties }) => properties['included'] !== false,
  );
  return sections.flatMap(({ properties }) => usedAt(properties, 'files').map(({ id }) => ({ path: 'annexes', id })));
};

/** Refuses to approve or send a letter with a file that its consent no longer permits. A letter that has left can only be recorded. */
export const refuseContraryFiles: RunEffect = async (context, { item: { properties }, transition }) => {
  if (transition === 'markSent' && properties['by'] !== 'THREAD') return;
  const fromSections = transition === 'approve' ? await sectionFiles(context, properties) : [];
  const refused = await refusedUses(context, [...usedAt(properties, 'attachments'), ...fromSections]);
  if (refused.length > 0) throw invalid(refused);
};
