// Pages that may open the socket. (Gitpod, CVE-2023-0957: a foreign page used the visitor's session.)

import { describe, expect, it } from 'vitest';
import { createOriginCheck } from 'src/server/http/clientAddress.ts';

const HERE = { publicUrl: undefined, host: 'localhost', allowedOrigins: [] };
const PUBLIC = { publicUrl: 'https://keeper.test', host: '0.0.0.0', allowedOrigins: ['https://partner.test'] };

describe('isOwnOriginBy', () => {
  it.each([
    [HERE, 'http://localhost:8080', 'localhost:8080', true],
    [HERE, 'http://127.0.0.1:8080', '127.0.0.1:8080', true],
    [HERE, 'http://[::1]:8080', '[::1]:8080', true],
    [HERE, 'http://localhost:9999', 'localhost:8080', false],
    [HERE, 'https://localhost:8080', 'localhost:8080', false],
    [HERE, 'http://rebound.test:8080', 'rebound.test:8080', false],
    [HERE, 'http://evil.test', 'localhost:8080', false],
    [HERE, 'null', 'localhost:8080', false],
    [HERE, '', 'localhost:8080', false],
    [HERE, undefined, 'localhost:8080', false],
    [PUBLIC, 'https://keeper.test', 'anything', true],
    [PUBLIC, 'https://partner.test', 'keeper.test', true],
    [PUBLIC, 'http://keeper.test', 'keeper.test', false],
    [PUBLIC, 'https://keeper.test.evil.test', 'keeper.test', false],
    [PUBLIC, 'http://127.0.0.1:8080', '127.0.0.1:8080', false],
  ])('%j, Origin %s, Host %s: %s', (options, origin, host, expected) => {
    expect(createOriginCheck(options)({ ...(origin !== undefined && { origin }), host })).toBe(expected);
  });
});
