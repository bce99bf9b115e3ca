// Values that are worked out, by registered name: stored ones, and those that depend on the time.

import { accountSteps } from 'src/model/access/accountState.ts';
import { meetingState } from 'src/domain/organisations/meetingState.ts';
import { featureBounds } from 'src/domain/spatial/featureBounds.ts';
import { fullName } from 'src/domain/research/fullName.ts';

export const computed = { fullName, featureBounds };
export const clocks = { meetingState, userState: accountSteps };
