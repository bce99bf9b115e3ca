// Validates what areas declare in addition to types: owner type, areas, lists and their administrators, endpoints.

import { pointer, objectAt } from 'codegen/json.ts';
import { noType, reporterOf, rightsOf, type Validation } from 'codegen/validate/Validation.ts';
import { validateActionEvent } from 'codegen/validate/declaredEvents.ts';
import { predicates } from 'codegen/validate/predicateRules.ts';
import type { ServerEndpointType } from 'src/model/schema/Registry.ts';

const areas: Validation = (linked) =>
  linked.sources.flatMap(({ area, folder }) => {
    const reporter = reporterOf(area);
    const name = folder.split('/').at(-1) ?? '';
    reporter.expect(area.json['key'] === name, '/key', `must be the name of its folder, "${name}"`);
    const owner = area.json['ownerType'];
    const known = owner === undefined || Object.hasOwn(linked.types, String(owner));
    reporter.expect(known, '/ownerType', noType(String(owner), linked));
    return reporter.diagnostics;
  });

const lists: Validation = (linked) =>
  Object.entries(linked.lists).flatMap(([name, { value, file, pointer: at }]) => {
    const reporter = reporterOf(file);
    const keys = value.values.map(({ key }) => key);
    for (const key of new Set(keys.filter((each, index) => keys.indexOf(each) !== index))) {
      reporter.report(`${at}/values`, `${key} is there twice`);
    }
    value.values.forEach(({ key, t }, index) => {
      reporter.expect('en' in t, pointer(at, 'values', index), `${key} has no English words`);
    });
    const owner = linked.types[linked.ownerType ?? ''];
    const right = objectAt(objectAt(file.json, 'lists'), name)['administer'];
    reporter.expect(
      right !== undefined || !value.owned,
      `${at}/administer`,
      '"administer" is missing: a predicate that says who changes the values of an owner',
    );
    predicates(right, `${at}/administer`, { linked, reporter, properties: owner?.properties ?? {}, hopped: false });
    return reporter.diagnostics;
  });

/** True for a read that counts as a search. Its code answers from the search, whose read filter applies to each item. */
const isSearchOnly = ({ effect, cost, who }: ServerEndpointType): boolean =>
  effect === 'read' && cost === 'search' && who === 'signedIn';

/** Returns what is wrong with an endpoint of an area. It checks a right on an item, is about the caller, or is a task of many items or a search. */
const areaFault = (endpoint: ServerEndpointType): string | undefined => {
  const { area, address, on, right, many, who } = endpoint;
  if (area === 'engine') return undefined;
  if (address !== undefined) return 'only the engine has addresses of its own';
  if (on === 'self' && who === 'signedIn') return undefined;
  if (on === 'item' ? right !== undefined : on === 'none' && (many === true || isSearchOnly(endpoint)))
    return undefined;
  return 'needs an item and a right, or the own user of signed-in people, or must be a task declared many, or a search of signed-in people';
};

const endpoints: Validation = (linked) => {
  const rights = new Set(Object.values(linked.types).flatMap(({ server }) => Object.keys(server.access.actions)));
  return Object.values({ ...linked.operations, ...linked.actions }).flatMap(({ value, file, pointer: at }) => {
    const reporter = reporterOf(file);
    reporter.expect(
      value.right === undefined || value.right === 'read' || rights.has(value.right),
      `${at}/right`,
      `no type declares the right ${value.right ?? ''}${rightsOf(Object.values(linked.types), value.right ?? '')}`,
    );
    const fault = areaFault(value);
    if (fault !== undefined) reporter.report(at, fault);
    if (value.event) validateActionEvent(value.event, { linked, reporter, at: `${at}/event` });
    return reporter.diagnostics;
  });
};

export const parts: Validation = (linked) => [areas, lists, endpoints].flatMap((each) => each(linked));
