// Values that the declaration of the consultation log cannot express: on which side people are, the day of an answer given elsewhere, and what left
// with a letter.

import { stringIn } from 'src/base/stringsIn.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ComputeReportValues, ReportRun } from 'src/server/extend.ts';

const itemIdsAt = (item: Item, path: string): ItemId[] => valuesAt(item, path).filter(isItemId);
const submitterIn = ({ about }: ReportRun): string => stringIn(about.item['primaryOrg']);

/** Returns the labels of the items among those that the item names. */
const namedLabels = ({ $labels }: Item, ids: readonly ItemId[]): string =>
  ids
    .map((id) => $labels?.[id] ?? '')
    .filter((label) => label !== '')
    .join('; ');

const readNamed = async ({ context, report }: ReportRun, ids: readonly ItemId[]): Promise<readonly Item[]> =>
  await context.services.items.readVisible(context.db, context.readFilter, ids, { channel: report.name });

/** Names the people of a record, each on their side. A record of which all people belong to its owner is left out. */
const sides: ComputeReportValues = async (run, items, of) => {
  const submitter = submitterIn(run);
  const peopleOf = (item: Item): ItemId[] =>
    [item['owner'], ...of.flatMap((path) => itemIdsAt(item, path))].filter(isItemId);
  const people = await readNamed(run, [...new Set(items.flatMap(peopleOf))]);
  const organisationOf = new Map(people.map((each) => [each.$id, each['_related']]));
  const isOf = (id: ItemId, organisation: Json | undefined): boolean =>
    organisationOf.has(id) && (id === organisation || organisationOf.get(id) === organisation);
  return (item) => {
    const ids = peopleOf(item);
    const { owner } = item;
    const namesOn = (isSubmitter: boolean): string =>
      namedLabels(
        item,
        ids.filter((id) => isOf(id, submitter) === isSubmitter),
      );
    const isOwn = ids.some((id) => id !== owner) && ids.every((id) => id === owner || isOf(id, owner));
    return isOwn ? undefined : { submitter: namesOn(true), community: namesOn(false) };
  };
};

/** Leaves out records that name no one but their owner. */
const namedSides: ComputeReportValues = async (run, items, of) => {
  const sidesOf = await sides(run, items, of);
  return (item) => (of.some((path) => itemIdsAt(item, path).length > 0) ? sidesOf(item) : undefined);
};

/** Names the other parties of a conversation. A conversation without them is left out. */
const otherParties: ComputeReportValues = (run) =>
  Promise.resolve((item) => {
    const others = itemIdsAt(item, 'parties').filter((id) => id !== submitterIn(run));
    return others.length > 0 ? { community: namedLabels(item, others) } : undefined;
  });

/** The day of an answer of which no time is known. keepAnsweredDay writes the beginning of that day. */
const responseDay = (item: Item, zone: string): string => {
  if (item['state'] === 'OFFLINE') return stringIn(item['offlineDay']);
  const responded = Date.parse(stringIn(item['responded']));
  if (Number.isNaN(responded)) return '';
  const day = dayIn(new Date(responded), zone);
  return instantOf(day, '00:00', zone)?.getTime() === responded ? day : '';
};

/** The day and the papers of an answer that was given elsewhere or with a letter that a person posted. */
const answerElsewhere: ComputeReportValues = async (run, items) => {
  const zones = new Map<ItemId, string>();
  for (const item of items) zones.set(item.$id, await run.zoneOf(item));
  return (item) => ({
    day: responseDay(item, zones.get(item.$id) ?? ''),
    files: item['state'] === 'OFFLINE' ? itemIdsAt(item, 'offlineFiles') : [],
  });
};

const PDF = 'application/pdf';

/** Returns the files that were sent with a letter, by their checksums; only the PDF for letters without checksums. */
const sentFiles = (item: Item, files: readonly Item[]): ItemId[] => {
  const sums = valuesAt(item, 'sentAs.sha256');
  const own = itemIdsAt(item, 'files');
  const hasPdf = files.some(({ $id, filetype }) => filetype === PDF && own.includes($id));
  const isSent = (file: Item): boolean =>
    sums.length > 0
      ? sums.includes(file['fileID'] ?? null)
      : !hasPdf || file['filetype'] === PDF || !own.includes(file.$id);
  return files.filter(isSent).map(({ $id }) => $id);
};

/** The files that left with a letter, and the addresses for which a mail server took it. */
const sentLetter: ComputeReportValues = async (run, items) => {
  const filesOf = (item: Item): ItemId[] =>
    ['files', 'attachments', 'annexFiles'].flatMap((name) => itemIdsAt(item, name));
  const known = new Map((await readNamed(run, items.flatMap(filesOf))).map((file) => [file.$id, file]));
  return (item) => {
    const deliveries = (Array.isArray(item['deliveries']) ? item['deliveries'] : []) as readonly Values[];
    const taken = deliveries.filter(({ state }) => state === 'TAKEN').map(({ address }) => stringIn(address));
    return {
      files: sentFiles(
        item,
        filesOf(item).flatMap((id) => known.get(id) ?? []),
      ),
      addresses: [...new Set(taken)].filter((address) => address !== '').join('; '),
    };
  };
};

export const LOG_VALUES: Readonly<Record<string, ComputeReportValues>> = {
  ...{ sides, namedSides, otherParties, answerElsewhere, sentLetter },
};
