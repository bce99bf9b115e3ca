// Names of the types and states that the review reads.

export const FIELD_DATA = 'GeoKeeperFieldData';
export const WORK_ITEM = 'GeoKeeperWorkItem';

/** States of records that wait for a decision. */
export const TO_REVIEW: readonly string[] = ['RECEIVED', 'EDITED'];
