// STUN and TURN servers for a call. A TURN server gets names and passwords that end: the name contains the time of the end, and the password
// is its HMAC-SHA1 with the shared secret (draft-uberti-behave-turn-rest-00, `use-auth-secret` of coturn).

import { createHmac } from 'node:crypto';
import type { AreaRouteContext } from 'src/server/extend.ts';
import type { IceServer } from 'src/domain/assist/protocol.ts';

export type AssistSettings = AreaRouteContext['settings']['assist'];

export const iceServersAt = (
  { stun, turn, turnSecret, turnMinutes }: Pick<AssistSettings, 'stun' | 'turn' | 'turnSecret' | 'turnMinutes'>,
  now: Date,
): readonly IceServer[] => {
  const plain = stun.length > 0 ? [{ urls: stun }] : [];
  if (turn.length === 0 || turnSecret === null) return plain;
  const username = `${Math.floor(now.getTime() / 1000) + turnMinutes * 60}:help`;
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return [...plain, { urls: turn, username, credential }];
};
