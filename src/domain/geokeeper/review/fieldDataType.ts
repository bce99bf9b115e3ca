// Names of the types and states that the review reads.

export const FIELD_DATA = 'GeoKeeperFieldData';
export const WORK_ITEM = 'GeoKeeperWorkItem';

/** States of records that wait for a decision. */
export const TO_REVIEW: readonly string[] = ['RECEIVED', 'EDITED'];

const EDITABLE_STATES: readonly unknown[] = [...TO_REVIEW, 'ISSUES'];

/** Returns true while the content of a record may be edited. A decided record is reopened first. */
export const isEditableState = (state: unknown): boolean => EDITABLE_STATES.includes(state);
