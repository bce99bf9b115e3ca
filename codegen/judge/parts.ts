// Judges what areas declare beside types: owner type, areas, lists and who administers them, actions, steps, imports.

import { pointer, objectAt } from 'codegen/json.ts';
import { noType, tellerOf, type Judgement } from 'codegen/judge/Judgement.ts';
import { predicates } from 'codegen/judge/predicates.ts';
import { propertyAt } from 'codegen/paths.ts';

const areas: Judgement = (linked) =>
  linked.sources.flatMap(({ area, folder }) => {
    const teller = tellerOf(area);
    const name = folder.split('/').at(-1) ?? '';
    teller.expect(area.json['key'] === name, '/key', `must be the name of its folder, "${name}"`);
    const owner = area.json['ownerType'];
    const known = owner === undefined || Object.hasOwn(linked.types, String(owner));
    teller.expect(known, '/ownerType', noType(String(owner), linked));
    return teller.findings;
  });

const lists: Judgement = (linked) =>
  Object.entries(linked.lists).flatMap(([name, { value, file, pointer: at }]) => {
    const teller = tellerOf(file);
    const keys = value.values.map(({ key }) => key);
    for (const key of new Set(keys.filter((each, index) => keys.indexOf(each) !== index))) {
      teller.tell(`${at}/values`, `${key} is there twice`);
    }
    value.values.forEach(({ key, t }, index) => {
      teller.expect('en' in t, pointer(at, 'values', index), `${key} has no English words`);
    });
    const owner = linked.types[linked.ownerType ?? ''];
    const json = objectAt(objectAt(objectAt(file.json, 'lists'), name), 'administer');
    predicates(json, `${at}/administer`, { linked, teller, properties: owner?.properties ?? {}, hopped: false });
    return teller.findings;
  });

const actions: Judgement = (linked) => {
  const rights = new Set(Object.values(linked.types).flatMap(({ server }) => Object.keys(server.access.actions)));
  return Object.values(linked.actions).flatMap(({ value, file, pointer: at }) => {
    const teller = tellerOf(file);
    teller.expect(
      value.right === 'read' || rights.has(value.right),
      `${at}/right`,
      `no type declares the right ${value.right}`,
    );
    return teller.findings;
  });
};

const steps: Judgement = (linked) =>
  Object.values(linked.steps).flatMap(({ value, file, pointer: at }) => {
    const teller = tellerOf(file);
    for (const type of value.types) {
      teller.expect(Object.hasOwn(linked.types, type), `${at}/types`, noType(type, linked));
    }
    return teller.findings;
  });

const imports: Judgement = (linked) =>
  Object.values(linked.imports).flatMap(({ value, file, pointer: at }) => {
    const teller = tellerOf(file);
    const type = linked.types[value.type];
    teller.expect(type !== undefined, `${at}/type`, noType(value.type, linked));
    for (const path of type === undefined ? [] : [...Object.values(value.columns), ...value.match]) {
      const property = propertyAt(type?.properties ?? {}, path);
      teller.expect(property !== undefined && !property.readOnly, `${at}/columns`, `${path} cannot be imported`);
    }
    return teller.findings;
  });

export const parts: Judgement = (linked) => [areas, lists, actions, steps, imports].flatMap((each) => each(linked));
