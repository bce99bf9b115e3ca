// Shows values of the kind `integer`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import { NumberValue } from 'src/client/kinds/number/numberView.tsx';

export const integerView: KindView = { read: NumberValue, look: { inline: true, unnamed: true } };
