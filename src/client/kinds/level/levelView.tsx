// Shows values of the kind `level`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { isLevel } from 'src/model/access/levels.ts';

const LevelValue = ({ value }: ValueProps) => (isLevel(value) ? <LevelTag level={value} /> : <>{String(value)}</>);

export const levelView: KindView = { read: LevelValue, look: { inline: true } };
