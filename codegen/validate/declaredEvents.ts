// Validates the events of a type or an action: paths and people exist, a kind is declared once per type and has one mode.

import { pointer, type JsonValue } from 'codegen/json.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { declaredNotices } from 'codegen/declaredNotices.ts';
import type { Linked } from 'codegen/Linked.ts';
import { propertyAt } from 'codegen/propertyPaths.ts';
import { predicates } from 'codegen/validate/predicateRules.ts';
import {
  demandProperty,
  noCapability,
  relationsIn,
  targetsOf,
  type Reporter,
  type ValidatedType,
} from 'codegen/validate/Validation.ts';
import type { ActionEvent, EventNotice, EventRule } from 'src/model/schema/TypeServer.ts';
import { KINDS } from 'src/model/generated/kinds.ts';

const WORDS = new Set(['watchers', 'creator', 'owner', 'actor']);
const OF_OWNER = new Set(['watchers', 'owner', 'actor']);
const CAPABILITY = 'capability:';
/** Fact word for the number of the record. */
const OWN_ID = '$id';
/** People whom an action addresses, for example those to whom it grants something. */
const TO = 'to';

interface Place {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly at: string;
}

/** Returns true for a word that does not depend on the type. */
const isWord = (word: string, { linked, reporter, at }: Place): boolean => {
  if (!word.startsWith(CAPABILITY)) return WORDS.has(word);
  const name = word.slice(CAPABILITY.length);
  reporter.expect(linked.capabilities.includes(name), at, noCapability(name, linked));
  return true;
};

/** Requires a path to people or contacts, or to one of these behind a relation. */
const validatePeople = (subject: ValidatedType, path: string, at: string): void => {
  const { type, linked, reporter } = subject;
  const [first = '', ...rest] = path.split('.');
  const relation = propertyAt(type.properties, first)?.rel;
  if (rest.length === 0 || relation === undefined) {
    const property = demandProperty(subject, path, at);
    return reporter.expect(
      property === undefined || property.rel !== undefined,
      at,
      `${path} does not lead to a person${relationsIn(type.properties, path)}`,
    );
  }
  for (const target of targetsOf(relation.to, linked) ?? []) {
    const path = rest.join('.');
    const { properties = {} } = linked.types[target] ?? {};
    const reason = `${path} of ${target} does not lead to a person${relationsIn(properties, path)}`;
    reporter.expect(propertyAt(properties, path)?.rel !== undefined, at, reason);
  }
};

const validateMode = ({ kind, mode, notify }: EventNotice, { linked, reporter, at }: Place): void => {
  if (notify.length === 0) return;
  const others = declaredNotices(linked)
    .map(({ notice }) => notice)
    .filter((each) => each.kind === kind && each.notify.length > 0 && each.mode !== mode);
  reporter.expect(others.length === 0, at, `${kind} has the mode ${others[0]?.mode ?? ''} elsewhere: a kind has one`);
};

/** A deleted item has only its owner and followers left, so an event of a deletion can address only these. */
const validateOccasion = ({ type, reporter }: ValidatedType, rule: EventRule, at: string): void => {
  const { on, paths, days, notify } = rule;
  reporter.expect(on === 'update' || on === 'due' || paths === undefined, at, `${on} is no change of paths`);
  reporter.expect((on === 'due') === (days !== undefined), at, 'a day, and nothing else, needs "days"');
  const [path = '', ...more] = on === 'due' ? (paths ?? []) : [];
  const date = propertyAt(type.properties, path);
  const within = path.split('.').map((_, at, parts) => propertyAt(type.properties, parts.slice(0, at + 1).join('.')));
  const isOpen = within.every((each) => each?.level === undefined && each?.many !== true);
  const isDate = more.length === 0 && date !== undefined && KINDS[date.kind].time === 'day' && isOpen;
  reporter.expect(on !== 'due' || isDate, at, 'a day needs one path, to a date that everyone reads who reads the item');
  const unknown =
    on === 'delete' ? notify.find((word) => !OF_OWNER.has(word) && !word.startsWith(CAPABILITY)) : undefined;
  reporter.expect(
    unknown === undefined,
    at,
    `${unknown ?? ''} is unknown after a deletion${didYouMean(unknown ?? '', OF_OWNER)}`,
  );
};

export const validateEventRules = (subject: ValidatedType): void => {
  const { type, linked, reporter } = subject;
  const { events } = type.server;
  events.forEach((rule, index) => {
    const at = pointer('', 'events', index);
    const place = { linked, reporter, at };
    for (const path of rule.paths ?? []) demandProperty(subject, path, at);
    reporter.expect(
      events.findIndex(({ kind }) => kind === rule.kind) === index,
      at,
      `${rule.kind} is a kind of this type already`,
    );
    validateOccasion(subject, rule, at);
    const above = events.slice(0, index).flatMap((before) => (before.on === rule.on ? [before.kind] : []));
    for (const kind of rule.unless ?? [])
      reporter.expect(
        above.includes(kind),
        at,
        `${kind} is no kind that is declared above for the same occasion${didYouMean(kind, above)}`,
      );
    if (rule.when)
      predicates(rule.when as unknown as JsonValue, `${at}/when`, {
        ...{ linked, reporter, properties: type.properties },
        hopped: true,
      });
    // The engine addresses people by itself, as an action does.
    const isTo = (word: string): boolean => rule.on === 'alert' && word === TO;
    for (const word of [...rule.notify, ...(rule.otherwise ?? [])])
      if (!isTo(word) && !isWord(word, place)) validatePeople(subject, word, at);
    validateMode(rule, place);
  });
  for (const path of type.server.facts ?? []) if (path !== OWN_ID) demandProperty(subject, path, pointer('', 'facts'));
};

export const validateActionEvent = (event: ActionEvent, place: Place): void => {
  for (const word of event.notify)
    place.reporter.expect(
      word === TO || isWord(word, place),
      place.at,
      `${word}: an action names no path, because it runs on items of several types${didYouMean(word, [TO, ...WORDS])}`,
    );
  validateMode(event, place);
};

/** Validates the event of a transition, which addresses people of the item. */
export const validateTransitionEvent = (subject: ValidatedType, event: EventNotice, at: string): void => {
  const place = { linked: subject.linked, reporter: subject.reporter, at };
  for (const word of [...event.notify, ...(event.otherwise ?? [])])
    if (!isWord(word, place)) validatePeople(subject, word, at);
  const kinds = declaredNotices(subject.linked).map(({ notice }) => notice.kind);
  for (const kind of event.yieldsTo ?? [])
    subject.reporter.expect(
      kinds.includes(kind),
      at,
      `${kind} is no kind of event that is declared${didYouMean(kind, kinds)}`,
    );
  validateMode(event, place);
};
