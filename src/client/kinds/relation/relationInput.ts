// The small control of the kind `relation` in facets, conditions, questions and bulk changes.

import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';
import { RelationControl } from 'src/client/kinds/relation/ItemFinder.tsx';

export const relationInput: KindInput = { control: RelationControl, compared: COMPARED.presence };
