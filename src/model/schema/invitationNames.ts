// Names of the properties in which the server stores the invitations of an item, and the possible answers.

/** Object with what was last sent. */
export const INVITATION = 'invitation';
/** One entry for each invited person. */
export const INVITED = 'invited';

export const INVITATION_ANSWERS = ['ACCEPTED', 'TENTATIVE', 'DECLINED'] as const;
export type InvitationAnswer = (typeof INVITATION_ANSWERS)[number];
