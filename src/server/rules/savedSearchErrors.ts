// Refuses a saved search whose criteria could not be asked exactly as they are written. Later no person is present who could correct them,
// and to leave a part out would widen the search without a sign. The keys of `selectedFacets` are not checked here: a search that names an
// unknown one is refused when it is asked.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { askerOf, relationsNamed, resolveKey } from 'src/model/query/queryKeys.ts';
import { criteriaFaults, keysInCriteria } from 'src/model/query/savedCriteria.ts';
import { GENERAL_SCREEN } from 'src/model/query/screenFilters.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

/** Returns the types that the screen lists; none when the screen is not declared. */
const typesOn = ({ context }: Proposal, screen: unknown): readonly ServerItemType[] => {
  const { types, screens } = context.services.registry;
  const all = Object.values(types);
  if (screen === GENERAL_SCREEN) return all.filter(({ server }) => !server.search.excludeGeneralSearch);
  const search = screens.find(({ path }) => path === screen)?.search;
  if (!search) return [];
  return search.types.length > 0 ? all.filter(({ name }) => search.types.includes(name)) : all;
};

/** Returns the keys and relations of the criteria that mean nothing on the screen, or that the person may not use. */
const unknownKeys = (proposal: Proposal): InvalidEntry[] => {
  const { context, next } = proposal;
  const { registry } = context.services;
  const types = typesOn(proposal, next['screen']);
  if (types.length === 0) return [];
  const asker = askerOf(context.subject);
  const targetsOf = (relation: string): readonly ServerItemType[] => {
    const names = types
      .flatMap((type) => relationsNamed(registry, type, relation, asker))
      .flatMap((way) => way.targets);
    return Object.values(registry.types).filter(({ name }) => names.includes(name));
  };
  const isKnown = (among: readonly ServerItemType[], key: string): boolean =>
    among.some((type) => resolveKey(registry, type, key, asker) !== undefined);
  const { keys, relations } = keysInCriteria(next);
  const unknown = [
    ...relations.filter(({ key }) => targetsOf(key).length === 0),
    ...keys.filter(({ key, relation }) => !isKnown(relation === undefined ? types : targetsOf(relation), key)),
  ];
  return unknown.map(({ path }) => ({ path, message: 'errors.query.unknownKey' }));
};

const ASKING = ['screen', 'selectedFacets', 'criteria'];

export const savedSearchErrors = (proposal: Proposal): InvalidEntry[] => {
  const { type, set, next } = proposal;
  if (type.name !== SYSTEM_TYPES.savedSearch || !set.some((name) => ASKING.includes(name))) return [];
  return [...criteriaFaults(next), ...unknownKeys(proposal)];
};
