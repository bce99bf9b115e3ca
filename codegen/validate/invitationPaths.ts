// Validates `invitation` of a type: the named properties exist and hold what an invitation needs, and the type has the properties in which the
// server keeps what was sent.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { demand, perType, reporterOf } from 'codegen/validate/Validation.ts';
import { INVITATION, INVITED } from 'src/model/schema/invitationNames.ts';
import type { PropertyKind } from 'src/model/schema/Property.ts';

const KINDS: Readonly<Record<string, PropertyKind>> = {
  ...{ day: 'date', start: 'time', end: 'time', place: 'text', title: 'text', organiser: 'relation' },
  cancelled: 'boolean',
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const { invitation, events } = type.server;
  if (!invitation) return [];
  const subject = { type, linked, reporter: reporterOf(type.source.server) };
  const { people, ...paths } = invitation;
  for (const [name, path] of Object.entries(paths) as [string, string][]) {
    const kind = KINDS[name];
    demand(subject, path, { at: pointer('', 'invitation', name), fits: (each) => each === kind, what: name });
  }
  for (const path of people)
    demand(subject, path, { at: '/invitation/people', fits: (kind) => kind === 'relation', what: 'people' });
  for (const name of [INVITATION, INVITED]) {
    const isKept = type.properties[name]?.unversioned === true;
    subject.reporter.expect(isKept, '/invitation', `${type.name} needs the property ${name} with x-unversioned`);
  }
  const hasNotice = events.some(({ kind, on }) => kind === 'invited' && on === 'alert');
  subject.reporter.expect(hasNotice, '/invitation', 'needs the event invited, on: alert');
  return subject.reporter.diagnostics;
};

export const invitations = perType(validateType);
