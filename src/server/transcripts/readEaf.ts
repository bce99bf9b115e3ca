// Reads ELAN. Each annotation of a tier that depends on no other tier is a passage. The annotations of its dependent tiers become the
// translation and the further texts of that passage.

import { isEstimated, timedAnnotations, type TimedAnnotation } from 'src/server/transcripts/eafTimes.ts';
import { parseEaf, type EafDocument, type EafTier } from 'src/server/transcripts/parseEaf.ts';
import {
  transcriptNote,
  TranscriptError,
  type FurtherTier,
  type RawPassage,
  type RawTranscript,
} from 'src/server/transcripts/transcript.ts';

/** Names that people give to tiers and types of translations. */
const TRANSLATION_NAME = /transl|\bfree\b|\bft\b|english|fran[cç]ais|espa[nñ]ol/iu;

/** A passage, and the texts of its dependent tiers by tier, as they are found. */
interface OpenPassage extends TimedAnnotation {
  readonly speaker: string;
  readonly further: Map<string, string[]>;
}

/** A tier and the passages to which its annotations belong; none for a tier that depends on no other one. */
interface PlacedTier {
  readonly tier: EafTier;
  readonly root: EafTier | undefined;
}

/** Returns each tier once, after the tier that it depends on. A tier whose parent is missing, or is itself, depends on none. */
const placedTiers = ({ tiers }: EafDocument): readonly PlacedTier[] => {
  const children = new Map<string, EafTier[]>();
  for (const tier of tiers) children.set(tier.parent ?? '', [...(children.get(tier.parent ?? '') ?? []), tier]);
  const names = new Set(tiers.map(({ name }) => name));
  const placed = new Map<EafTier, PlacedTier>();
  const place = (tier: EafTier): void => {
    placed.set(tier, { tier, root: undefined });
    const pending = [tier];
    for (let above = pending.shift(); above; above = pending.shift())
      for (const child of children.get(above.name) ?? []) {
        if (placed.has(child)) continue;
        placed.set(child, { tier: child, root: tier });
        pending.push(child);
      }
  };
  for (const tier of tiers) if (tier.parent === undefined || !names.has(tier.parent)) place(tier);
  for (const tier of tiers) if (!placed.has(tier)) place(tier);
  return [...placed.values()];
};

/** Returns the last passage that begins at or before the middle of the annotation, if it lasts until then. `passages` are sorted. */
const passageDuring = (passages: readonly OpenPassage[], { start, end }: TimedAnnotation): OpenPassage | undefined => {
  if (start === undefined || end === undefined) return undefined;
  const middle = (start + end) / 2;
  let [from, to] = [0, passages.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if ((passages[at]?.start ?? Infinity) <= middle) from = at + 1;
    else to = at;
  }
  const found = passages[from - 1];
  return found && (found.end ?? -Infinity) >= middle ? found : undefined;
};

const byFirstTime = (one: OpenPassage, other: OpenPassage): number =>
  (one.start ?? Infinity) - (other.start ?? Infinity);

const openPassages = (document: EafDocument): readonly OpenPassage[] => {
  const passages: OpenPassage[] = [];
  const passagesOfTier = new Map<EafTier, readonly OpenPassage[]>();
  /** The passage of each annotation, by the annotation's id. */
  const owners = new Map<string, OpenPassage>();
  for (const { tier, root } of placedTiers(document)) {
    const own: OpenPassage[] = [];
    const above = root && passagesOfTier.get(root);
    for (const timed of timedAnnotations(tier, document)) {
      const { id, slots, parent = '', value } = timed.annotation;
      const owner = above && (slots ? passageDuring(above, timed) : owners.get(parent));
      const passage = owner ?? { ...timed, speaker: tier.name, further: new Map<string, string[]>() };
      owners.set(id, passage);
      if (!owner) own.push(passage);
      else {
        const texts = owner.further.get(tier.name) ?? [];
        if (texts.length === 0) owner.further.set(tier.name, texts);
        texts.push(value.trim());
      }
    }
    passages.push(...own);
    if (!root) passagesOfTier.set(tier, own.toSorted(byFirstTime));
  }
  return passages;
};

/** Returns the tiers that have texts of passages. `translations` are the names that the person chose. */
const furtherTiersOf = (
  { tiers }: EafDocument,
  passages: readonly OpenPassage[],
  translations: readonly string[] | undefined,
): readonly FurtherTier[] => {
  const counts = new Map<string, number>();
  for (const { further } of passages)
    for (const [name, texts] of further) counts.set(name, Math.max(counts.get(name) ?? 0, texts.length));
  return tiers
    .filter(({ name }) => counts.has(name))
    .map(({ name, linguisticType }) => {
      const isWhole = counts.get(name) === 1;
      const isNamedSo = TRANSLATION_NAME.test(name) || TRANSLATION_NAME.test(linguisticType);
      const isTranslation = isWhole && (translations?.includes(name) ?? isNamedSo);
      return { name, isWhole, role: isTranslation ? 'translation' : 'annotation' };
    });
};

const rawPassage = (open: OpenPassage, translations: ReadonlySet<string>): RawPassage => {
  const { annotation, speaker, start, end } = open;
  const texts = [...open.further].map(([tier, words]) => ({ tier, text: words.join(' ').trim() }));
  const isTranslation = ({ tier }: { readonly tier: string }): boolean => translations.has(tier);
  return {
    ...{ line: annotation.line, speaker, start, end, text: annotation.value.trim() },
    translation: texts
      .filter(isTranslation)
      .map(({ text }) => text)
      .join('\n')
      .trim(),
    annotations: texts.filter((each) => !isTranslation(each) && each.text !== ''),
  };
};

export const isEaf = (text: string): boolean => /^\s*</u.test(text);

/** `translations` names the tiers with translations; without it, their names decide. */
export const readEaf = async (text: string, translations?: readonly string[]): Promise<RawTranscript> => {
  const document = await parseEaf(text.replace(/^\s+/u, ''));
  const { media, timeUnits = 'milliseconds', tiers } = document;
  if (timeUnits !== 'milliseconds') throw new TranscriptError('otherUnits', { units: timeUnits.slice(0, 40) });
  const open = openPassages(document);
  const furtherTiers = furtherTiersOf(document, open, translations);
  const chosen = new Set(furtherTiers.filter(({ role }) => role === 'translation').map(({ name }) => name));
  const estimated = open.filter((each) => isEstimated(each, document)).length;
  return {
    ...{ format: 'EAF', media: media === '' ? undefined : media, furtherTiers },
    passages: open.map((each) => rawPassage(each, chosen)),
    participants: new Map(
      tiers.flatMap(({ name, participant }) => (participant === undefined ? [] : [[name, participant]])),
    ),
    notes: estimated > 0 ? [transcriptNote('estimatedTimes', { count: estimated })] : [],
  };
};
