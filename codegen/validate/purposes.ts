// Validates purposes.json: the two types with the properties that the engine reads, and each purpose with the types and paths that it
// names.

import { didYouMean } from 'codegen/didYouMean.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer, type JsonValue } from 'codegen/json.ts';
import { noProperty, pathsThat, propertyAt } from 'codegen/propertyPaths.ts';
import {
  noCapability,
  noType,
  relationsIn,
  reporterOf,
  type Reporter,
  type Validation,
} from 'codegen/validate/Validation.ts';
import { predicates } from 'codegen/validate/predicateRules.ts';
import type { Linked } from 'codegen/Linked.ts';
import type { Purpose } from 'src/model/schema/Registry.ts';

/** Properties that the engine reads and writes of a conversation and of its messages. */
const NEEDED = {
  thread: ['subject', 'context', 'purpose', 'participants', 'resolved', 'messageCount', 'lastMessage', 'lastAuthor'],
  message: ['thread', 'author', 'body', 'attachments', 'mentions', 'edited', 'struckAt', 'struckBy'],
} as const;

interface Place {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly at: string;
}

const validateTrigger = (trigger: Purpose['opens'], { linked, reporter, at }: Place): void => {
  if (!trigger) return;
  const type = linked.types[trigger.type];
  reporter.expect(type !== undefined, `${at}/type`, noType(trigger.type, linked));
  if (type)
    predicates(trigger.when as unknown as JsonValue, `${at}/when`, {
      linked,
      reporter,
      properties: type.properties,
      // The condition is evaluated without a person and without reading other items.
      hopped: true,
    });
};

const validatePurpose = (purpose: Purpose, place: Place): void => {
  const { linked, reporter, at } = place;
  const { contexts = [], opens, closes, participants = [], parties = [], partiesWith, about } = purpose;
  const isCapability = partiesWith === undefined || linked.capabilities.includes(partiesWith);
  reporter.expect(isCapability, `${at}/partiesWith`, noCapability(partiesWith ?? '', linked));
  contexts.forEach((name, index) =>
    reporter.expect(linked.types[name] !== undefined, pointer(at, 'contexts', index), noType(name, linked)),
  );
  validateFirst(purpose, place);
  validateTrigger(opens, { ...place, at: `${at}/opens` });
  validateTrigger(closes, { ...place, at: `${at}/closes` });
  const type = linked.types[opens?.type ?? ''];
  for (const [name, paths] of Object.entries({ participants, parties }))
    reporter.expect(
      paths.length === 0 || opens !== undefined || (name === 'parties' && about !== undefined),
      `${at}/${name}`,
      'belongs to "opens": a person who opens one chooses who takes part',
    );
  const leading = Object.values(linked.types).flatMap(({ properties }) =>
    pathsThat(properties, ({ rel }) => rel?.to.some((name) => contexts.includes(name)) === true),
  );
  const noRelation = `${about ?? ''} is no relation of any type to one of "contexts": ${contexts.join(', ')}`;
  reporter.expect(
    about === undefined || leading.includes(about),
    `${at}/about`,
    `${noRelation}${didYouMean(about ?? '', leading)}`,
  );
  parties.forEach((path, index) => {
    const talkedOf = [...contexts, opens?.type].flatMap((name) => linked.types[name ?? ''] ?? []);
    const owners = talkedOf.flatMap(({ properties }) =>
      pathsThat(properties, ({ rel }) => rel?.to.includes(linked.ownerType ?? '') === true),
    );
    const place = pointer(at, 'parties', index);
    reporter.expect(owners.includes(path), place, `${path} is no relation to owners${didYouMean(path, owners)}`);
    const isReader = linked.types[linked.conversations?.value.thread ?? '']?.properties['parties'] !== undefined;
    reporter.expect(isReader, place, 'the type of conversations has no parties');
  });
  participants.forEach((path, index) => {
    if (type === undefined) return;
    const isPerson = (to: readonly string[]): boolean => to.includes('User');
    reporter.expect(
      isPerson(propertyAt(type.properties, path)?.rel?.to ?? []),
      pointer(at, 'participants', index),
      `${path} is no relation to a User${relationsIn(type.properties, path, isPerson)}`,
    );
  });
};

/**
 * Every reader of the conversation reads its first message, so no value that is hidden from some readers of the item may be copied to it.
 */
const validateFirst = ({ first, contexts = [], opens }: Purpose, { linked, reporter, at }: Place): void => {
  const types = [...contexts, opens?.type].flatMap((name) => linked.types[name ?? ''] ?? []);
  for (const [language, text] of Object.entries(first))
    for (const [, path = ''] of text.matchAll(/\{([^{}]+)\}/g)) {
      if (path === '$label') continue;
      for (const type of types) {
        const property = propertyAt(type.properties, path);
        const place = pointer(at, 'first', language);
        reporter.expect(property !== undefined, place, noProperty(type, path));
        reporter.expect(
          property?.level === undefined,
          place,
          `${path} is hidden by x-level from some who read the message`,
        );
      }
    }
};

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

export const purposes: Validation = (linked): Diagnostic[] => {
  if (!linked.conversations) return [];
  const { value, file } = linked.conversations;
  const reporter = reporterOf(file);
  for (const role of ['thread', 'message'] as const) {
    const type = linked.types[value[role]];
    reporter.expect(type !== undefined, `/${role}`, noType(value[role], linked));
    for (const name of type ? NEEDED[role] : [])
      reporter.expect(type?.properties[name] !== undefined, `/${role}`, type ? noProperty(type, name) : '');
  }
  const declared = linked.types[value.thread]?.properties['purpose']?.values ?? [];
  const keys = Object.keys(value.purposes);
  reporter.expect(
    sameNames(keys, declared),
    '/purposes',
    `must be the choices of ${value.thread}.purpose: ${declared.join(', ')}`,
  );
  for (const [key, purpose] of Object.entries(value.purposes))
    validatePurpose(purpose, { linked, reporter, at: pointer('', 'purposes', key) });
  return reporter.diagnostics;
};
