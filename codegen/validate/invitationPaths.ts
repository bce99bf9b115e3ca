// Validates `invitation` of a type: the named properties exist and have suitable kinds, and the type has the properties in which the server
// stores what was sent.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { demand, isRelation, perType, reporterOf } from 'codegen/validate/Validation.ts';
import { INVITATION, INVITED } from 'src/model/schema/invitationNames.ts';
import { KINDS } from 'src/model/generated/kinds.ts';

type Fits = Parameters<typeof demand>[2]['fits'];

const isClock: Fits = (kind) => KINDS[kind].time === 'clock';
const isLine: Fits = (kind) => KINDS[kind].lines === 'one';

const FITS: Readonly<Record<string, Fits>> = {
  day: (kind) => KINDS[kind].time === 'day',
  start: isClock,
  end: isClock,
  place: isLine,
  title: isLine,
  organiser: isRelation,
  cancelled: (kind) => KINDS[kind].json === 'boolean',
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const { invitation, events } = type.server;
  if (!invitation) return [];
  const subject = { type, linked, reporter: reporterOf(type.source.server) };
  const { people, ...paths } = invitation;
  for (const [name, path] of Object.entries(paths) as [string, string][]) {
    const fits = FITS[name] ?? (() => false);
    demand(subject, path, { at: pointer('', 'invitation', name), fits, what: name });
  }
  for (const path of people) demand(subject, path, { at: '/invitation/people', fits: isRelation, what: 'people' });
  for (const name of [INVITATION, INVITED]) {
    const isKept = type.properties[name]?.unversioned === true;
    subject.reporter.expect(isKept, '/invitation', `${type.name} needs the property ${name} with x-unversioned`);
  }
  const hasNotice = events.some(({ kind, on }) => kind === 'invited' && on === 'alert');
  subject.reporter.expect(hasNotice, '/invitation', 'needs the event invited, on: alert');
  return subject.reporter.diagnostics;
};

export const invitations = perType(validateType);
