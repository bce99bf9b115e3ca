// The whole sample community: what is written by hand in records/*.json, and after it what recipes make of word lists, in the order in
// which items can be made. `@key` names another item, `today-3` or `today+2 09:30` a day, `2.5 days ago` a moment, `#name` among attachments a picture,
// a document or a sound to be made. Deterministic: same day, same items.

import { DAY_MS } from 'src/base/dayMs.ts';
import { seededRandom } from 'src/base/seededRandom.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import archive from 'src/domain/sample/records/archive.json' with { type: 'json' };
import belongings from 'src/domain/sample/records/belongings.json' with { type: 'json' };
import consultations from 'src/domain/sample/records/consultations.json' with { type: 'json' };
import conversations from 'src/domain/sample/records/conversations.json' with { type: 'json' };
import documents from 'src/domain/sample/records/documents.json' with { type: 'json' };
import dealings from 'src/domain/sample/records/dealings.json' with { type: 'json' };
import fieldForms from 'src/domain/sample/records/fieldForms.json' with { type: 'json' };
import imports from 'src/domain/sample/records/imports.json' with { type: 'json' };
import interviews from 'src/domain/sample/records/interviews.json' with { type: 'json' };
import mapData from 'src/domain/sample/records/mapData.json' with { type: 'json' };
import ownCollections from 'src/domain/sample/records/ownCollections.json' with { type: 'json' };
import people from 'src/domain/sample/records/people.json' with { type: 'json' };
import pictures from 'src/domain/sample/records/pictures.json' with { type: 'json' };
import places from 'src/domain/sample/records/places.json' with { type: 'json' };
import recipes from 'src/domain/sample/records/recipes.json' with { type: 'json' };
import research from 'src/domain/sample/records/research.json' with { type: 'json' };
import transcripts from 'src/domain/sample/records/transcripts.json' with { type: 'json' };
import vocabulary from 'src/domain/sample/records/vocabulary.json' with { type: 'json' };
import { fieldSample } from 'src/domain/sample/fieldSample.ts';
import { declaredRecipes } from 'src/domain/sample/declaredRecipes.ts';
import type { SampleDocument } from 'src/domain/sample/sampleDocuments.server.ts';
import { cookAll, type Recipe } from 'src/domain/sample/recipes.ts';

/** The picture or document of that name, or the sound of a text, which is repeated until it has so many letters. */
export type SampleFile =
  | { readonly picture: string }
  | { readonly document: string }
  | { readonly sound: string; readonly letters?: number };

export interface SampleItem {
  /** Other items point to it as `@key`. */
  readonly key: string;
  readonly type: string;
  readonly properties: Values;
  /** Key of the user who made it. */
  readonly creator: string;
  readonly daysAgo: number;
  /** References to its attachments, by property. */
  readonly attached?: Values;
  /** Content of an attachment. */
  readonly file?: SampleFile;
}

type WrittenByHand = Readonly<Record<string, Readonly<Record<string, Values>>>>;
interface World {
  readonly items: SampleItem[];
  readonly refs: Map<string, string[]>;
  readonly registry: ServerRegistry;
  readonly now: Date;
}

const SEED = 20_260_801;
/** Time zone of the days and times that are written by hand: that of the community. */
const ZONE = people.items.Organization.tamber.calendar.timeZone;
/** Letters of the sound of an interview, which lasts about 40 seconds. */
const TALK_LETTERS = 290;
/** Items written by hand are the newest, so that people see them first. */
const NEWEST_DAYS = 27;
const MADE_OVER_DAYS = 420;
const CAPTIONS: Readonly<Record<string, { readonly caption: string }>> = pictures.pictures;

const DOCUMENTS: Readonly<Record<string, SampleDocument>> = documents;

const dated = (value: Json, now: Date): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => dated(each, now));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, dated(each as Json, now)]));
  if (typeof value !== 'string') return value;
  const [, ago] = /^(\d+(?:\.\d+)?) days ago$/.exec(value) ?? [];
  if (ago !== undefined) return new Date(now.getTime() - Number(ago) * DAY_MS).toISOString();
  const [match, days = 0, time] = /^today([+-]\d+)?(?: (\d\d:\d\d))?$/.exec(value) ?? [];
  if (match === undefined) return value;
  const day = addDays(dayIn(now, ZONE), Number(days));
  return time === undefined ? day : (instantOf(day, time, ZONE)?.toISOString() ?? null);
};

const fileNamed = (name: string, text: string): { file: SampleFile; originalName: string; caption: string } => {
  if (name === 'sound') return { file: { sound: text }, originalName: 'recording.wav', caption: text };
  if (name === 'talk')
    return { file: { sound: text, letters: TALK_LETTERS }, originalName: 'interview.wav', caption: text };
  const { originalName, caption } = DOCUMENTS[name] ?? {
    originalName: `${name}.jpg`,
    caption: CAPTIONS[name]?.caption,
  };
  return { file: name in DOCUMENTS ? { document: name } : { picture: name }, originalName, caption: caption ?? '' };
};

/** An attachment for each name of a picture, document or sound. */
const attachmentsOf = (owner: SampleItem, relProp: string, names: readonly string[]): SampleItem[] =>
  names.map((name, relIndex) => {
    const { key: rel, type: relType, daysAgo, creator, properties } = owner;
    const { file, ...named } = fileNamed(name.slice(1), String(properties['label'] ?? properties['title']));
    const of = { ...named, relType, relProp, relIndex, rel: `@${rel}` };
    return { key: `${rel}/${relProp}/${relIndex}`, type: 'Attachment', creator, daysAgo, file, properties: of };
  });

const addSampleItem = (world: World, item: SampleItem): void => {
  const { type, key } = item;
  const declared = world.registry.types[type]?.properties ?? {};
  const properties: Record<string, Json> = {};
  const attached: Record<string, Json> = {};
  const files: SampleItem[] = [];
  for (const [name, value] of Object.entries(item.properties)) {
    if (declared[name]?.files === undefined) properties[name] = dated(value, world.now);
    else {
      const made = attachmentsOf(item, name, value as string[]);
      attached[name] = made.map((each) => `@${each.key}`);
      files.push(...made);
    }
  }
  world.items.push({ ...item, properties, ...(files.length > 0 ? { attached } : {}) }, ...files);
  const refs = world.refs.get(type) ?? [];
  refs.push(`@${key}`);
  world.refs.set(type, refs);
};

const addByHand = (world: World, written: WrittenByHand): void => {
  for (const [type, byKey] of Object.entries(written)) {
    const all = Object.entries(byKey);
    for (const [at, [key, { $by = 'staff', $days, ...properties }]] of all.entries()) {
      const daysAgo = Number($days ?? ((at + 0.5) / all.length) * NEWEST_DAYS);
      addSampleItem(world, { key, type, properties, creator: String($by), daysAgo });
    }
  }
};

const addListValues = (world: World): void => {
  const labels: Readonly<Record<string, Json>> = people.labels;
  for (const { name, owned, values } of Object.values(world.registry.lists))
    for (const owner of owned ? ['@tamber', '@ostermay'] : [undefined])
      for (const { key, t } of values)
        addSampleItem(world, {
          key: ['lov', name, owner, key].join('/'),
          type: 'LOVValue',
          creator: 'admin',
          daysAgo: 399,
          properties: { key, list: name, ...(owner ? { owner } : {}), t: labels[key] ?? t, state: 'ACTIVE' },
        });
};

const addByRecipe = (world: World, all: Readonly<Record<string, Recipe>>): void => {
  const random = seededRandom(SEED);
  const context = { random, all: (type: string) => world.refs.get(type) ?? [], made: {} };
  for (const [type, { count, unique = [], properties: shared, kinds = [{}] }] of Object.entries(all)) {
    const nameOf = (properties: Values): string => unique.map((each) => properties[each]).join(' ');
    const seen = new Set(world.items.filter((item) => item.type === type).map(({ properties }) => nameOf(properties)));
    for (let made = 0, tries = 0; made < count && tries < count * 50; tries += 1) {
      const properties = cookAll({ ...shared, ...random.pick(kinds) }, { ...context, turn: tries });
      if (unique.length > 0 && seen.has(nameOf(properties))) continue;
      seen.add(nameOf(properties));
      const creator = random.chance(0.05) ? 'partner' : 'staff';
      const daysAgo = NEWEST_DAYS + random.next() ** 2 * (MADE_OVER_DAYS - NEWEST_DAYS);
      addSampleItem(world, { key: `${type}/${made}`, type, properties, creator, daysAgo });
      made += 1;
    }
  }
};

export const sampleCommunity = (registry: ServerRegistry, now: Date): readonly SampleItem[] => {
  const world: World = { items: [], refs: new Map(), registry, now };
  addByHand(world, people.items as WrittenByHand);
  addByHand(world, imports as WrittenByHand);
  addListValues(world);
  for (const area of [
    research,
    vocabulary,
    places,
    archive,
    belongings,
    interviews,
    mapData,
    dealings,
    conversations,
    consultations,
  ])
    addByHand(world, area as WrittenByHand);
  addByHand(world, JSON.parse(JSON.stringify(fieldForms)) as WrittenByHand);
  addByHand(world, fieldSample());
  addByHand(world, transcripts as WrittenByHand);
  addByRecipe(world, recipes as unknown as Readonly<Record<string, Recipe>>);
  addByRecipe(
    world,
    declaredRecipes(registry, (type) => world.refs.has(type)),
  );
  // Last, because they name records of several areas, and because recipes must not choose them.
  addByHand(world, ownCollections as WrittenByHand);
  return world.items;
};
