// CALENDAR: what has a day, by month, week or list. Its own code and words come with it, and nobody else pays for them.

import 'src/client/intl/laterMessages.ts';
import { Calendar } from 'src/client/displays/calendar/Calendar.tsx';
import 'src/client/displays/displays.css';
import 'src/client/displays/calendar/calendar.css';

export const CalendarDisplay = Calendar;
