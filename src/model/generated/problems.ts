// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

export const PROBLEMS = {
  notAllowed: { status: 403 },
  notFound: { status: 404 },
  invalidId: { status: 400 },
  parseRequestFailed: { status: 400 },
  unknownOperation: { status: 400 },
  invalid: { status: 422 },
  conflict: { status: 409 },
  tooLarge: { status: 413, close: 1009 },
  rateLimited: { status: 429 },
  timeout: { status: 504 },
  notSignedIn: { status: 401 },
  tokenExpired: { status: 401 },
  signInFailed: { status: 401 },
  inUse: { status: 409 },
  generalFailure: { status: 500 },
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
