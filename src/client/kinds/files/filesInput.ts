import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const filesInput: KindInput = { control: undefined, compared: COMPARED.presence };
