// Times within a recording as its players write them. Pure.

const two = (number: number): string => String(number).padStart(2, '0');

/** `75` is `1:15`, `3675` is `1:01:15`. */
export const playTime = (seconds: number): string => {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};
