/** Time at which every story begins, independent of the real date. `.storybook/storyClock.ts` sets it for the page. */
export const NOW = new Date('2026-06-03T12:00:00Z');
