// Names of the properties in which the server keeps the invitations of an item, and what people may answer.

/** What was sent last: an object. */
export const INVITATION = 'invitation';
/** One entry for each person who was ever invited. */
export const INVITED = 'invited';

export const INVITATION_ANSWERS = ['ACCEPTED', 'TENTATIVE', 'DECLINED'] as const;
export type InvitationAnswer = (typeof INVITATION_ANSWERS)[number];
