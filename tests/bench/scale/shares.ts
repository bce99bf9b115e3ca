// Shares of the product's types in the large corpus: mostly archive entries, with places, files, messages and events in the numbers that
// large sites have. All other types share the remainder equally.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';

/** Items of each thousand. The three types with geometries have 130 together. */
const PER_THOUSAND: Readonly<Record<string, number>> = {
  ArchiveEntry: 600,
  SpatialFeature: 90,
  Feature: 30,
  DispositionFeature: 10,
  Attachment: 60,
  Event: 50,
  Message: 30,
  Lexeme: 20,
  ResearchData: 20,
  CommunityMember: 15,
  Contact: 10,
  Belonging: 10,
  Notify: 10,
};

/**
 * Types without random items: people and organizations are stored by the product itself, list values must fit their lists, and the others
 * start work of the server.
 */
const STORED_OTHERWISE = new Set([
  'Import',
  'LOVValue',
  'Organization',
  'SavedSearch',
  'SystemAlert',
  'Task',
  'User',
  'Workflow',
]);

export interface TypeShare {
  readonly name: string;
  readonly count: number;
}

/** Returns how many items of each type a corpus of that size contains. */
export const sharesOf = (registry: ServerRegistry, size: number): TypeShare[] => {
  const names = Object.keys(registry.types).filter((name) => !STORED_OTHERWISE.has(name));
  const listed = Object.values(PER_THOUSAND).reduce((sum, each) => sum + each, 0);
  const others = names.filter((name) => PER_THOUSAND[name] === undefined);
  const remainder = (1000 - listed) / others.length;
  return names.map((name) => ({
    name,
    count: Math.max(1, Math.round(((PER_THOUSAND[name] ?? remainder) * size) / 1000)),
  }));
};
