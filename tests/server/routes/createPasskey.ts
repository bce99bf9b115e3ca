// Creates a passkey like a device, with its own key. It answers any request, also for another site or challenge. Used by tests that send
// wrong answers of a known passkey.

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Json } from 'src/model/item/Item.ts';

export interface Asked {
  readonly challenge: string;
  readonly origin: string;
  readonly hostname: string;
  /** True if the device has verified its user. */
  readonly verified: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The public key as WebAuthn writes it: a CBOR map of a P-256 key for ES256 (RFC 9053, 7.1.1). */
const coseOf = (x: string, y: string): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

export const createPasskey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: coseOf(x, y),
    answerTo({ challenge, origin, hostname, verified }: Asked): Readonly<Record<string, Json>> {
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
      const flags = PRESENT | (verified ? VERIFIED : 0);
      const authenticator = Buffer.concat([sha256(hostname), Buffer.from([flags, 0, 0, 0, 0])]);
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(client)]), privateKey);
      return {
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticator.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
};
