// Accounts of the sample community with which browser tests sign in.
// The server gets the password through SAMPLE_PASSWORD; it gives access only to a temporary database.
export type Account = 'admin' | 'staff' | 'member' | 'partner' | 'proponent';

export const samplePassword = 'a-long-enough-sample-password';

export const emailOf = (account: Account): string => `${account}@sample.test`;
