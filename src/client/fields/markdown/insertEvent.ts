/** Event with which the part next to the editor inserts a text at the cursor. */
export const INSERT = 'kk-insert';
