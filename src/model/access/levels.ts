// The visibility levels, from the least to the most strict.

export const LEVELS = ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'] as const;
export type Level = (typeof LEVELS)[number];

/** Returns 0 for PUBLIC up to 3 for PRIVATE. */
export const levelRank = (level: Level): number => LEVELS.indexOf(level);

export const isLevel = (value: unknown): value is Level =>
  typeof value === 'string' && (LEVELS as readonly string[]).includes(value);

/** Returns the stricter of two levels: `stricter('PUBLIC', 'PRIVATE')` is `'PRIVATE'`. */
export const stricter = (a: Level, b: Level): Level => (levelRank(a) >= levelRank(b) ? a : b);
