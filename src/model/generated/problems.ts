// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

/** `envelopeStatus`: what POST /api/item answers a refused envelope with. Source: PROTOCOL 2. */
export const PROBLEMS = {
  notAllowed: { status: 403, envelopeStatus: 200 },
  notFound: { status: 404, envelopeStatus: 200 },
  invalidId: { status: 400, envelopeStatus: 200 },
  parseRequestFailed: { status: 400, envelopeStatus: 400 },
  unknownOperation: { status: 400, envelopeStatus: 200 },
  invalid: { status: 422, envelopeStatus: 200 },
  conflict: { status: 409, envelopeStatus: 200 },
  tooLarge: { status: 413, envelopeStatus: 413, close: 1009 },
  rateLimited: { status: 429, envelopeStatus: 429 },
  tooManyKept: { status: 409, envelopeStatus: 200 },
  notDedicated: { status: 409, envelopeStatus: 200 },
  timeout: { status: 504, envelopeStatus: 200 },
  notSignedIn: { status: 401, envelopeStatus: 200 },
  tokenExpired: { status: 401, envelopeStatus: 200 },
  signInFailed: { status: 401, envelopeStatus: 200 },
  cannotRestore: { status: 409, envelopeStatus: 200 },
  restoresCircle: { status: 409, envelopeStatus: 200 },
  inUse: { status: 409, envelopeStatus: 200 },
  generalFailure: { status: 500, envelopeStatus: 500 },
  linkNotValid: { status: 400, envelopeStatus: 400 },
  secondFactor: { status: 401, envelopeStatus: 401 },
  codeNotValid: { status: 401, envelopeStatus: 401 },
  passkeyNotValid: { status: 401, envelopeStatus: 401 },
  proofNotValid: { status: 400, envelopeStatus: 400 },
} as const;

export type ProblemKey = keyof typeof PROBLEMS;

export const CLOSES = {
  identFailed: 4401,
  expiredOnConnect: 4402,
  tokenExpired: 4403,
  signedout: 4404,
  noReply: 4500,
  tooLarge: 1009,
  overloaded: 1013,
} as const;

export type CloseReason = keyof typeof CLOSES;
