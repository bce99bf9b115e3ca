// The code of states and steps that src/domain may use. It is separate from extend.ts so that parts without steps load without it.

import 'src/client/intl/laterMessages.ts';

export { ClockValue } from 'src/client/fields/display/ClockValue.tsx';
export { nextSteps } from 'src/client/fields/display/stepValues.ts';
export { stateWord } from 'src/client/ui/stateWord.ts';
export { Turn } from 'src/client/workflow/NextStep.tsx';
export { useSteps } from 'src/client/workflow/useSteps.ts';
