// Times of answers carry the offset of the device, such as `2026-05-01T14:30:00.000+02:00`. Inputs of browsers have no offset.

const viewTwoDigits = (value: number): string => String(Math.abs(value)).padStart(2, '0');

/** Returns the text with the offset that the device has at the moment. */
export const withOffset = (text: string, at: Date): string => {
  const minutes = -at.getTimezoneOffset();
  if (!Number.isFinite(minutes)) return text;
  const sign = minutes < 0 ? '-' : '+';
  return `${text}${sign}${viewTwoDigits(Math.trunc(minutes / 60))}:${viewTwoDigits(minutes % 60)}`;
};

/** Returns the local time of a date-time as inputs have it, `2026-05-01T14:30`; an empty text for no valid date-time. */
export const localTime = (text: string): string => {
  const date = new Date(text);
  if (text === '' || Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${viewTwoDigits(date.getMonth() + 1)}-${viewTwoDigits(date.getDate())}`;
  return `${day}T${viewTwoDigits(date.getHours())}:${viewTwoDigits(date.getMinutes())}`;
};
