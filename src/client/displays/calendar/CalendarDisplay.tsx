// CALENDAR: items with a day, by month, week or list. Loads its own code and messages when it is first shown.

import 'src/client/intl/laterMessages.ts';
import { Calendar } from 'src/client/displays/calendar/Calendar.tsx';
import 'src/client/displays/displays.css';
import 'src/client/displays/calendar/calendar.css';

export const CalendarDisplay = Calendar;
