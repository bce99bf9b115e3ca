import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const geometryInput: KindInput = { control: undefined, compared: COMPARED.presence };
