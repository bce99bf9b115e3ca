// Raised when the meaning of anything on the wire changes; additions keep it. tests/wire pins a hash of the wire's
// declared shape to this number, so that neither can move without the other.

export const PROTOCOL_VERSION = 1;
