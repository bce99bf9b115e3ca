// The area of belongings.

import { claimRules, forgetClaim, noteClaimOnBelongings } from 'src/domain/belongings/claimRules.server.ts';
import { ownedByBelonging, ownedBySession } from 'src/domain/belongings/parentOwner.server.ts';
import { addToBelonging, layOutPictures } from 'src/domain/belongings/sessionPictures.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const belongingsArea: ServerArea = {
  validate: { claimRules },
  beforeSave: { ownedByBelonging, ownedBySession },
  effects: { addToBelonging, forgetClaim, layOutPictures, noteClaimOnBelongings },
};
