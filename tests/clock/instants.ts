// Instants at which code that counts days tends to fail. `npm run drill:dates` runs whole suites at them, which needs instants in the future.
export const INSTANTS: Readonly<Record<string, string>> = {
  '2027-03-10T07:30Z': 'UTC is a day ahead of the organisation',
  '2027-05-12T07:00Z': 'midnight of the organisation',
  '2027-02-01T07:30Z': 'the last evening of a month for the organisation, the next month in UTC',
  '2027-03-14T10:00Z': 'clocks of the organisation go forward',
  '2027-11-07T09:00Z': 'clocks of the organisation go back',
  '2028-02-29T20:00Z': '29 February',
};
