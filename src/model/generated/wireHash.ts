// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

/** Changes when anything on the wire does; tests/wire pins it to the protocol version. */
export const WIRE_HASH = '6195fe002dfd04ed';
