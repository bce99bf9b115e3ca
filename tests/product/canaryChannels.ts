// Channels that are searched for canaries, and the parsers of their answers. Called by canaries.pg.test.ts.
import type { ItemId } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { actors, type Canary } from 'tests/product/canaryWorld.ts';
import type { Answer } from 'tests/product/productWorld.ts';
import { casesToTake } from 'tests/runner/parts.ts';

const CHANNELS = [
  'items',
  'words',
  'filters',
  'files',
  'features',
  'exports',
  'places',
  'tiles',
  'lists',
  'rights',
  'saves',
] as const;
type Channel = (typeof CHANNELS)[number];

/** Each person asks each channel for all canaries. */
const asked = casesToTake(
  'canaries: people and channels',
  CHANNELS.flatMap((channel) => actors.map((actor) => ({ channel, actor }))),
  ({ channel, actor }) => `${channel} ${actor}`,
);
export const actorsOf = (channel: Channel): string[] =>
  asked.filter((each) => each.channel === channel).map(({ actor }) => actor);

/** `max` of a search whose answer comes in parts. */
export const ALL = 2147483647;

export const okOf = <Body>(answer: Answer): Body | undefined => ('ok' in answer ? (answer.ok as Body) : undefined);

export const wordsOf = ({ word, restricted }: Canary): string[] => [
  ...(word === undefined ? [] : [word]),
  ...restricted.map((each) => each.word),
];

export interface Counted {
  readonly totals: Readonly<Record<string, number>>;
}
export interface Found {
  readonly ids: ItemId[];
  readonly total: number;
}

/** A geometry with a canary's word in it. */
export interface Place {
  readonly canary: Canary;
  readonly property: Property;
  readonly word: string;
}
