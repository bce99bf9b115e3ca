/** The event by which what stands next to the editor puts a text in at its cursor. */
export const INSERT = 'kk-insert';
