// The steps above a new item of a type with a wizard. The item is made when its first step is left, and the others follow on it.

import { observer } from 'mobx-react-lite';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { NeededInAll } from 'src/client/wizard/Needed.tsx';
import { StepList } from 'src/client/wizard/StepList.tsx';
import { stepsOf } from 'src/client/wizard/wizardSteps.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const FIRST_PLACE = { current: 1, furthest: 1 };

interface FirstStepProps {
  readonly draft: ItemDraft;
  readonly type: ItemType;
}

export const FirstStep = observer(({ draft, type }: FirstStepProps) => (
  <>
    <StepList type={type} steps={stepsOf(type, draft.values, [])} place={FIRST_PLACE} />
    <NeededInAll type={type} draft={draft} />
  </>
));
