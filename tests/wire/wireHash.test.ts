// The wire's declared shape and its version move together or not at all.

import { expect, it } from 'vitest';
import { WIRE_HASH } from 'src/model/generated/wireHash.ts';
import { PROTOCOL_VERSION } from 'src/model/wire/protocolVersion.ts';

/**
 * The hash of each released shape. An addition changes the hash of the version at hand (replace it here, on purpose);
 * a change of meaning raises PROTOCOL_VERSION and adds a line.
 */
const PINNED: Readonly<Record<number, string>> = { 1: 'c4db169c6601a427' };

it('[CONN-01] pins the shape of the wire to its version', () => {
  expect({ version: PROTOCOL_VERSION, hash: WIRE_HASH }).toEqual({
    version: PROTOCOL_VERSION,
    hash: PINNED[PROTOCOL_VERSION],
  });
});
