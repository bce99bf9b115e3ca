import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const translatedInput: KindInput = { control: undefined, compared: COMPARED.presence };
