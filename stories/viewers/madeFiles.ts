// Files of stories that are not as they should be. Their ids tell storybook, and the test of all stories, how to answer for them.

/** Id of files whose bytes are not what their type says. */
export const BROKEN = 'Attachment-9001';
/** Id of files that are asked for and never arrive. */
export const NEVER_THERE = 'Attachment-9002';
