// Validates each server declaration: numbers, readers, predicates, search, events, history.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { objectAt, pointer } from 'codegen/json.ts';
import {
  demandProperty,
  noCapability,
  perType,
  relationsIn,
  targetsOf,
  reporterOf,
  type Validation,
  type ValidatedType,
} from 'codegen/validate/Validation.ts';
import { validateEventRules } from 'codegen/validate/declaredEvents.ts';
import { predicates } from 'codegen/validate/predicateRules.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { noProperty, pathsThat, propertyAt } from 'codegen/propertyPaths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { KINDS } from 'src/model/generated/kinds.ts';

/** Requires a relation of the item, or with `hop` one of the item behind such a relation: `thread.owner`. */
const demandRelation = (
  subject: ValidatedType,
  path: string,
  place: { readonly at: string; readonly hop?: true; readonly mayHide?: true },
): void => {
  const { type, linked, reporter } = subject;
  const [rel = '', ...rest] = path.split('.');
  const first = propertyAt(type.properties, rel)?.rel;
  if (place.hop !== true || rest.length === 0 || first === undefined) {
    const property = demandProperty(subject, path, place.at);
    reporter.expect(
      property === undefined || property.rel !== undefined,
      place.at,
      `${path} is no relation${relationsIn(type.properties, path)}`,
    );
    return reporter.expect(
      place.mayHide === true || property?.level === undefined,
      place.at,
      `${path} is hidden by x-level: who may read follows from relations that every reader of the item may see`,
    );
  }
  for (const target of targetsOf(first.to, linked) ?? []) {
    const path = rest.join('.');
    const { properties = {} } = linked.types[target] ?? {};
    const reason = `${path} is no relation of ${target}${relationsIn(properties, path)}`;
    reporter.expect(propertyAt(properties, path)?.rel !== undefined, place.at, reason);
  }
};

const validateLevel = (subject: ValidatedType): void => {
  const { level } = subject.type.server.access.read;
  if (!('path' in level)) return;
  const property = demandProperty(subject, level.path, '/access/level/path');
  const levels = pathsThat(subject.type.properties, ({ kind }) => KINDS[kind].facet === 'LEVEL');
  subject.reporter.expect(
    property !== undefined && KINDS[property.kind].facet === 'LEVEL',
    '/access/level/path',
    `${level.path} holds no level${didYouMean(level.path, levels)}`,
  );
};

const validateReader = (subject: ValidatedType, reader: string, at: string): void => {
  const [word = '', path = ''] = reader.split(':');
  if (word === 'cap') {
    subject.reporter.expect(subject.linked.capabilities.includes(path), at, noCapability(path, subject.linked));
  }
  // Readers from other organisations than the owner: each sees the same item and need not know of the others.
  if (word === 'ownerOf') demandRelation(subject, path, { at, mayHide: true });
  if (word !== 'user' || path === '$id') return;
  const property = demandProperty(subject, path, at);
  const isUser = (to: readonly string[]): boolean => to.some((name) => name === 'User' || name === '*');
  const reason = `${path} is no relation to a User${relationsIn(subject.type.properties, path, isUser)}`;
  subject.reporter.expect(property === undefined || isUser(property.rel?.to ?? []), at, reason);
};

const validateRead = (subject: ValidatedType): void => {
  const { owner, inherit, readers } = subject.type.server.access.read;
  const json = objectAt(subject.type.source.server.json, 'access');
  if (owner !== undefined && owner !== '$self') demandRelation(subject, owner, { at: '/access/owner', hop: true });
  if (owner === '$self') {
    const isOwner = subject.type.name === subject.linked.ownerType;
    subject.reporter.expect(
      isOwner,
      '/access/owner',
      '$self is for the owner type: name it as "ownerType" in its area',
    );
  }
  if (inherit !== undefined) demandRelation(subject, inherit, { at: '/access/inherit' });
  validateLevel(subject);
  readers.forEach((reader, index) => validateReader(subject, reader, pointer('', 'access', 'readers', index)));
  subject.reporter.expect(
    !('read' in objectAt(json, 'actions')),
    '/access/actions/read',
    'who may read is said by owner, level, inherit and readers: only principals can be held in an index',
  );
};

const validateActions = ({ type, linked, reporter }: ValidatedType): void => {
  const access = objectAt(type.source.server.json, 'access');
  const place = { linked, reporter, properties: type.properties, hopped: false };
  for (const [verb, predicate] of Object.entries(objectAt(access, 'actions'))) {
    predicates(predicate, pointer('', 'access', 'actions', verb), place);
  }
  for (const [name, predicate] of Object.entries(objectAt(access, 'writable'))) {
    const at = pointer('', 'access', 'writable', name);
    reporter.expect(Object.hasOwn(type.properties, name), at, noProperty(type, name));
    predicates(predicate, at, place);
  }
};

const validateSearch = (subject: ValidatedType): void => {
  const { weights, exact } = subject.type.server.search;
  const texts = pathsThat(subject.type.properties, ({ kind }) => KINDS[kind].text !== undefined);
  for (const path of [...Object.keys(weights), ...exact]) {
    const at = pointer('', 'search', path in weights ? 'weights' : 'exact');
    const property = demandProperty(subject, path, at);
    // The years of a date are words.
    const isText = property === undefined || KINDS[property.kind].text !== undefined;
    const hasYears = property !== undefined && path in weights && KINDS[property.kind].scale === 'date';
    subject.reporter.expect(
      isText || hasYears,
      at,
      `${path} is of kind ${property?.kind ?? ''}, which holds no words${didYouMean(path, texts)}`,
    );
  }
};

const validateEvents = (subject: ValidatedType): void => {
  const { history, project } = subject.type.server;
  validateEventRules(subject);
  if (project !== undefined && project !== '$self') demandRelation(subject, project, { at: '/project' });
  for (const path of history.redact) demandProperty(subject, path, '/history/redact');
};

const validateLockFirst = (subject: ValidatedType): void => {
  const { lockFirst } = subject.type.server;
  if (lockFirst === undefined) return;
  const at = '/lockFirst';
  const property = demandProperty(subject, lockFirst, at);
  const isOne = property === undefined || (property.rel !== undefined && !property.many);
  subject.reporter.expect(
    isOne,
    at,
    `${lockFirst} is no relation to one item${relationsIn(subject.type.properties, lockFirst)}`,
  );
};

const validateCopies = (subject: ValidatedType): void => {
  const { copies } = subject.type.server;
  if (!copies) return;
  const from = '/copies/from';
  demandRelation(subject, copies.from, { at: from });
  const sources = targetsOf(subject.type.properties[copies.from]?.rel?.to ?? [], subject.linked) ?? [];
  copies.properties.forEach((name, index) => {
    const at = pointer('', 'copies', 'properties', index);
    const property = demandProperty(subject, name, at);
    subject.reporter.expect(property?.readOnly !== false, at, `${name} is not readOnly`);
    for (const source of sources) {
      const copied = subject.linked.types[source]?.properties[name];
      const same = pathsThat(subject.linked.types[source]?.properties ?? {}, ({ kind }) => kind === property?.kind);
      const isSame = property === undefined || copied?.kind === property.kind;
      subject.reporter.expect(
        isSame,
        at,
        `${name} is no property of the same kind of ${source}${didYouMean(name, same)}`,
      );
    }
  });
};

const validateMustRead = (subject: ValidatedType): void => {
  const at = '/mustRead';
  for (const name of subject.type.server.mustRead ?? []) {
    const property = demandProperty(subject, name, at);
    const namesPeople = property === undefined || property.rel?.to.every((to) => to === SYSTEM_TYPES.user) === true;
    subject.reporter.expect(
      namesPeople,
      at,
      `${name} is no relation to people${relationsIn(subject.type.properties, name, (to) => to.includes(SYSTEM_TYPES.user))}`,
    );
  }
};

const validateWithholds = (subject: ValidatedType): void => {
  const at = '/withholds';
  for (const name of subject.type.server.withholds ?? []) {
    const property = demandProperty(subject, name, at);
    const namesFiles = property === undefined || property.rel?.to.every((to) => to === SYSTEM_TYPES.file) === true;
    subject.reporter.expect(
      namesFiles,
      at,
      `${name} is no relation to files${relationsIn(subject.type.properties, name, (to) => to.includes(SYSTEM_TYPES.file))}`,
    );
  }
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const subject = { type, linked, reporter: reporterOf(type.source.server) };
  validateRead(subject);
  validateActions(subject);
  validateSearch(subject);
  validateEvents(subject);
  validateLockFirst(subject);
  validateCopies(subject);
  validateMustRead(subject);
  validateWithholds(subject);
  return subject.reporter.diagnostics;
};

const validateNumbers: Validation = ({ types }) => {
  const taken = new Map<number, string>();
  return Object.values(types).flatMap((type) => {
    const reporter = reporterOf(type.source.server);
    const before = taken.get(type.number);
    reporter.expect(before === undefined, '/number', `${type.number} is the number of ${before ?? ''} already`);
    const own = type.area === 'engine' ? type.number < 20 : type.number >= 20;
    reporter.expect(own, '/number', "numbers below 20 are the engine's own");
    taken.set(type.number, type.name);
    return reporter.diagnostics;
  });
};

export const servers: Validation = (linked) => [...perType(validateType)(linked), ...validateNumbers(linked)];
