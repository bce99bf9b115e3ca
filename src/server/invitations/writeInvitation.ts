// An invitation as iCalendar (RFC 5545, RFC 5546): REQUEST for a new or changed one, CANCEL for one that is withdrawn. It names one attendee,
// the reader, so that no invited person learns who else is invited. Times are in UTC, which needs no table of zones; whole days are dates.

import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DAY_MS } from 'src/base/dayMs.ts';
import type { InvitationTime } from 'src/server/invitations/invitationFacts.ts';

export interface WrittenInvitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly uid: string;
  readonly sequence: number;
  readonly day: string;
  readonly time: InvitationTime;
  readonly title: string;
  readonly place: string | undefined;
  readonly organiser: { readonly name: string; readonly email: string };
  readonly attendee: { readonly name: string; readonly email: string };
}

const whenOf = ({ day, time: { starts, ends } }: WrittenInvitation) => {
  const midnight = new Date(`${day}T00:00:00Z`);
  if (!starts) return { allDay: true, start: midnight, end: new Date(midnight.getTime() + DAY_MS) };
  return { start: starts, ...(ends && { end: ends }) };
};

export const writeInvitation = (invitation: WrittenInvitation): string => {
  const { method, uid, sequence, title, place, organiser, attendee } = invitation;
  const isCancel = method === 'CANCEL';
  const calendar = ical({ prodId: '-//Knowledge Keeper//Invitation//EN', method: ICalCalendarMethod[method] });
  const event = calendar.createEvent({
    ...{ id: uid, sequence, summary: title, ...whenOf(invitation) },
    ...(place !== undefined && { location: place }),
    status: isCancel ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: organiser,
  });
  event.createAttendee({
    ...attendee,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.NEEDSACTION,
    ...(!isCancel && { rsvp: true }),
  });
  return calendar.toString();
};
