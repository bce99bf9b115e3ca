// The sample community's accounts, as the browser tests sign in with them.
// The password is given to the server through SAMPLE_PASSWORD; it opens nothing but a throw-away database.
export type Account = 'admin' | 'staff' | 'member' | 'partner' | 'proponent';

export const samplePassword = 'a-long-enough-sample-password';

export const emailOf = (account: Account): string => `${account}@sample.test`;
