// How a value of the kind `integer` is shown and said.

import type { KindView } from 'src/client/kinds/KindView.ts';
import { NumberValue } from 'src/client/kinds/number/numberView.tsx';

export const integerView: KindView = { read: NumberValue, look: { inline: true, unnamed: true } };
