// The forms that src/domain may use. They are separate from extend.ts so that parts without a form load without them.

export type { FormField } from 'src/client/forms/fieldForm.ts';
export { LiveForm, useLiveModel } from 'src/client/forms/LiveForm.tsx';
export { ValuesModel } from 'src/client/fields/session/FormModel.ts';
export { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
export { ConflictChoice } from 'src/client/forms/draft/ConflictChoice.tsx';
export { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
export { useSave } from 'src/client/forms/draft/useItemDraft.ts';
