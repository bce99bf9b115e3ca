// The area of organisations, their calendars and meetings.

import { calendarRules } from 'src/domain/organisations/calendarRules.server.ts';
import { addAskedContact, contactRequestRules } from 'src/domain/organisations/contactRequests.server.ts';
import { heldCapabilities } from 'src/domain/organisations/heldCapabilities.server.ts';
import { completeMeeting, meetingAccess } from 'src/domain/organisations/meetingAccess.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const organisationsArea: ServerArea = {
  validate: { calendarRules, contactRequestRules },
  beforeSave: { completeMeeting },
  effects: { addAskedContact },
  migrate: { heldCapabilities, meetingAccess },
};
