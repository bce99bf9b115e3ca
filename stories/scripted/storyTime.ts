/** The time at which every story begins, whenever it is looked at. `.storybook/storyClock.ts` sets it for the page. */
export const NOW = new Date('2026-06-03T12:00:00Z');
