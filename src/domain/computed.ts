// Values that are worked out, by registered name: stored ones, and those that depend on the time.

import { accountSteps } from 'src/model/access/accountState.ts';
import { meetingState } from 'src/domain/organisations/meetingState.ts';
import { fullName } from 'src/domain/research/fullName.ts';

export const computed = { fullName };
export const clocks = { meetingState, userState: accountSteps };
