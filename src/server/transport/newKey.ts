// Names that cannot be guessed: keys of held replies.

import { randomBytes } from 'node:crypto';

/** 128 random bits, safe in a path. */
export const newKey = (): string => randomBytes(16).toString('base64url');
