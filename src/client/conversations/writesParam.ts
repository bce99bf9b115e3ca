/** Written in the address of a tab of conversations that opens with the focus in the box in which one begins. */
export const WRITES = 'write';
