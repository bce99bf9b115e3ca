// Formats times within a recording like players. Pure.

const paddedNumber = (number: number): string => String(number).padStart(2, '0');

/** Returns `1:15` for `75` and `1:01:15` for `3675`. */
export const playTime = (seconds: number): string => {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${paddedNumber(minutes)}:${paddedNumber(rest)}` : `${minutes}:${paddedNumber(rest)}`;
};
