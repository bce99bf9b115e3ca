// The files of a new area and of a new set of buckets, for `npm run new-type`. Values in, texts out.

import { dirname } from 'node:path';
import { objectAt, type JsonObject } from 'codegen/json.ts';
import type { Source, SourceArea } from 'codegen/Source.ts';
import { readableName } from 'src/model/text/readableName.ts';

const AREA_KEY = /^[a-z][A-Za-z0-9]{1,30}$/;
const SET_KEY = /^[a-z][A-Za-z0-9]{0,40}$/;
const NEW_AREA_ICON = 'folder-close';

/** Returns why an area cannot get this key. */
export const areaKeyFault = (key: string): string | undefined =>
  AREA_KEY.test(key) ? undefined : `${key} must be written like fisheries or fieldNotes`;

const newAreaJson = (key: string, capability: string): JsonObject => ({
  $schema: '../meta/area.schema.json',
  ...{ key, icon: NEW_AREA_ICON, capability, types: [] },
  screens: [],
});

const newMessages = (key: string, capability: string): JsonObject => {
  const name = readableName(key);
  return {
    [`areas.${key}`]: name,
    [`capabilityHelp.${capability}`]: `Add and change what belongs to ${name.toLowerCase()}.`,
  };
};

/** Returns an area that has no files yet, in the folder of the other areas. Its right has its name. */
export const emptyArea = (source: Source, key: string): SourceArea | undefined => {
  const beside = source.areas.find(({ area }) => area.json['key'] !== 'engine');
  if (beside === undefined) return undefined;
  const folder = `${dirname(beside.folder)}/${key}`;
  const capability = `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  const none = { lists: undefined, buckets: undefined, purposes: undefined, reports: undefined, imports: undefined };
  return {
    ...{ folder, types: [], endpoints: [], steps: undefined, workflows: undefined, ...none },
    area: { path: `${folder}/area.json`, json: newAreaJson(key, capability) },
    messages: [{ path: `${folder}/messages.en.json`, json: newMessages(key, capability) }],
  };
};

/** Returns why a set of buckets cannot be added. */
export const bucketsFault = (source: Source, set: string): string | undefined => {
  if (!SET_KEY.test(set)) return `${set} must be written like depth or catchSize`;
  const isTaken = source.areas.some(({ buckets }) => Object.hasOwn(objectAt(buckets?.json ?? {}, 'buckets'), set));
  return isTaken ? `there is a set of buckets ${set} already` : undefined;
};

/** Ranges to start from. The author changes them. */
const FIRST_BUCKETS: readonly JsonObject[] = [
  { key: 'below 10', to: 10 },
  { key: '10-20', from: 10, to: 20 },
  { key: '20-50', from: 20, to: 50 },
  { key: 'from 50', from: 50 },
];

/** Returns the content of buckets.json of the area with the new set. */
export const withBuckets = ({ buckets }: SourceArea, set: string): JsonObject => ({
  ...(buckets?.json ?? { $schema: '../meta/buckets.schema.json' }),
  buckets: {
    ...objectAt(buckets?.json ?? {}, 'buckets'),
    [set]: { unit: 'number', buckets: [...FIRST_BUCKETS] },
  },
});
