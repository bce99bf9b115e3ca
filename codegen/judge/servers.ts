// Judges each server declaration: numbers, who may read as principals, predicates, search, events, history, workflow.

import type { Finding } from 'codegen/Finding.ts';
import { objectAt, pointer } from 'codegen/json.ts';
import { noCapability, perType, targetsOf, tellerOf, type Judgement, type Teller } from 'codegen/judge/Judgement.ts';
import { predicates } from 'codegen/judge/predicates.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { noProperty, propertyAt } from 'codegen/paths.ts';
import type { Property, PropertyKind } from 'src/model/schema/Property.ts';

const TEXTS = new Set<PropertyKind>(['text', 'longText', 'translated', 'language', 'email', 'url', 'phone', 'list']);

interface Judged {
  readonly type: LinkedType;
  readonly linked: Linked;
  readonly teller: Teller;
}

const demand = ({ type, teller }: Judged, path: string, at: string): Property | undefined => {
  const property = propertyAt(type.properties, path);
  teller.expect(property !== undefined, at, noProperty(type, path));
  return property;
};

/** A relation of the item's own, or with `hop` one of the item behind such a relation: `thread.owner`. */
const demandRelation = (judged: Judged, path: string, place: { at: string; hop: boolean }): void => {
  const { type, linked, teller } = judged;
  const [rel = '', ...rest] = path.split('.');
  const first = propertyAt(type.properties, rel)?.rel;
  if (!place.hop || rest.length === 0 || first === undefined) {
    const property = demand(judged, path, place.at);
    return teller.expect(property === undefined || property.rel !== undefined, place.at, `${path} is no relation`);
  }
  for (const target of targetsOf(first.to, linked) ?? []) {
    const behind = propertyAt(linked.types[target]?.properties ?? {}, rest.join('.'));
    teller.expect(behind?.rel !== undefined, place.at, `${rest.join('.')} is no relation of ${target}`);
  }
};

const judgeLevel = (judged: Judged): void => {
  const { level } = judged.type.server.access.read;
  if (!('path' in level)) return;
  const property = demand(judged, level.path, '/access/level/path');
  judged.teller.expect(property?.kind === 'level', '/access/level/path', `${level.path} holds no level`);
};

const judgeReader = (judged: Judged, reader: string, at: string): void => {
  const [word = '', path = ''] = reader.split(':');
  if (word === 'cap') {
    judged.teller.expect(judged.linked.capabilities.includes(path), at, noCapability(path, judged.linked));
  }
  if (word === 'ownerOf') demandRelation(judged, path, { at, hop: false });
  if (word !== 'user' || path === '$id') return;
  const property = demand(judged, path, at);
  const isUser = property?.rel?.to.some((name) => name === 'User' || name === '*') === true;
  judged.teller.expect(property === undefined || isUser, at, `${path} is no relation to a User`);
};

const judgeRead = (judged: Judged): void => {
  const { owner, inherit, readers } = judged.type.server.access.read;
  const json = objectAt(judged.type.source.server.json, 'access');
  if (owner !== undefined && owner !== '$self') demandRelation(judged, owner, { at: '/access/owner', hop: true });
  if (owner === '$self') {
    const isOwner = judged.type.name === judged.linked.ownerType;
    judged.teller.expect(isOwner, '/access/owner', '$self is for the owner type: name it as "ownerType" in its area');
  }
  if (inherit !== undefined) demandRelation(judged, inherit, { at: '/access/inherit', hop: false });
  judgeLevel(judged);
  readers.forEach((reader, index) => judgeReader(judged, reader, pointer('', 'access', 'readers', index)));
  judged.teller.expect(
    !('read' in objectAt(json, 'actions')),
    '/access/actions/read',
    'who may read is said by owner, level, inherit and readers: only principals can be held in an index',
  );
};

const judgeActions = ({ type, linked, teller }: Judged): void => {
  const access = objectAt(type.source.server.json, 'access');
  const place = { linked, teller, properties: type.properties, hopped: false };
  for (const [verb, predicate] of Object.entries(objectAt(access, 'actions'))) {
    predicates(predicate, pointer('', 'access', 'actions', verb), place);
  }
  for (const [name, predicate] of Object.entries(objectAt(access, 'writable'))) {
    const at = pointer('', 'access', 'writable', name);
    teller.expect(Object.hasOwn(type.properties, name), at, noProperty(type, name));
    predicates(predicate, at, place);
  }
};

const judgeSearch = (judged: Judged): void => {
  const { weights, exact } = judged.type.server.search;
  for (const path of [...Object.keys(weights), ...exact]) {
    const at = pointer('', 'search', path in weights ? 'weights' : 'exact');
    const property = demand(judged, path, at);
    const isText = property === undefined || TEXTS.has(property.kind);
    judged.teller.expect(isText, at, `${path} is of kind ${property?.kind ?? ''}, which holds no words`);
  }
};

const ALWAYS = ['create', 'update', 'delete'];

const judgeEvents = (judged: Judged): void => {
  const { events, notify, history } = judged.type.server;
  events.forEach(({ paths = [] }, index) => {
    for (const path of paths) demand(judged, path, pointer('', 'events', index));
  });
  notify.forEach(({ event, audience }, index) => {
    const at = pointer('', 'notify', index);
    const known = ALWAYS.includes(event) || events.some(({ kind }) => kind === event);
    judged.teller.expect(known, at, `${event} is no event of ${judged.type.name}`);
    for (const who of audience) {
      if (!['creator', 'owner', 'ownerAdmin', 'watchers'].includes(who)) demand(judged, who, at);
    }
  });
  for (const path of history.redact) demand(judged, path, '/history/redact');
};

const judgeWorkflow = (judged: Judged): void => {
  const { workflow } = judged.type.server;
  if (workflow === undefined) return;
  for (const step of workflow.steps) {
    judged.teller.expect(Object.hasOwn(judged.linked.steps, step), '/workflow/steps', `${step} is no step kind`);
  }
  demand(judged, workflow.state, '/workflow/state');
  if (workflow.context !== undefined) demand(judged, workflow.context, '/workflow/context');
};

const judgeType = (type: LinkedType, linked: Linked): Finding[] => {
  const judged = { type, linked, teller: tellerOf(type.source.server) };
  judgeRead(judged);
  judgeActions(judged);
  judgeSearch(judged);
  judgeEvents(judged);
  judgeWorkflow(judged);
  return judged.teller.findings;
};

const judgeNumbers: Judgement = ({ types }) => {
  const taken = new Map<number, string>();
  return Object.values(types).flatMap((type) => {
    const teller = tellerOf(type.source.server);
    const before = taken.get(type.number);
    teller.expect(before === undefined, '/number', `${type.number} is the number of ${before ?? ''} already`);
    const own = type.area === 'engine' ? type.number < 20 : type.number >= 20;
    teller.expect(own, '/number', "numbers below 20 are the engine's own");
    taken.set(type.number, type.name);
    return teller.findings;
  });
};

export const servers: Judgement = (linked) => [...perType(judgeType)(linked), ...judgeNumbers(linked)];
