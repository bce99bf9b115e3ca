// Names of the area's declarations that its code uses.

export const SESSION_TYPE = 'AssistSession';
export const RECORDING_TYPE = 'AssistRecording';
export const HELP_CAPABILITY = 'Assist';

/** People who are asked at most. Limit of `mayAnswer` of a session. */
export const MOST_ANSWERING = 200;
