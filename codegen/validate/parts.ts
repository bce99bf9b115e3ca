// Validates what areas declare beside types: owner type, areas, lists and who administers them, actions.

import { pointer, objectAt } from 'codegen/json.ts';
import { noType, reporterOf, type Validation } from 'codegen/validate/Validation.ts';
import { validateActionEvent } from 'codegen/validate/declaredEvents.ts';
import { predicates } from 'codegen/validate/predicateRules.ts';

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

const actions: Validation = (linked) => {
  const rights = new Set(Object.values(linked.types).flatMap(({ server }) => Object.keys(server.access.actions)));
  return Object.values(linked.actions).flatMap(({ value, file, pointer: at }) => {
    const reporter = reporterOf(file);
    reporter.expect(
      value.right === 'read' || rights.has(value.right),
      `${at}/right`,
      `no type declares the right ${value.right}`,
    );
    if (value.event) validateActionEvent(value.event, { linked, reporter, at: `${at}/event` });
    return reporter.diagnostics;
  });
};

export const parts: Validation = (linked) => [areas, lists, actions].flatMap((each) => each(linked));
