// Ids of broken and missing files in stories. Storybook, and the test of all stories, answer requests for them by these ids.

/** Id of files whose content does not match their type. */
export const BROKEN = 'Attachment-9001';
/** Id of files that are requested and never arrive. */
export const NEVER_THERE = 'Attachment-9002';
