// Functions that compute values, by registered name: stored values, and those that depend on the time. They are separate from the modules
// of the areas because stories of the client call them, too.

import { accountSteps } from 'src/model/access/accountState.ts';
import { lastStatus } from 'src/domain/belongings/statusHistory.ts';
import { meetingState } from 'src/domain/organisations/meetingState.ts';
import { featureBounds } from 'src/domain/spatial/featureBounds.ts';
import { fullName } from 'src/domain/research/fullName.ts';
import { passageTime } from 'src/domain/research/passageTime.ts';

export const computed = { fullName, featureBounds, lastStatus, passageTime };
export const clocks = { meetingState, userState: accountSteps };
