// Visibility of an item: word, icon and colour of the scale, so that the colour is never the only sign. Spec platform
// 3.

import { FormattedMessage } from 'react-intl';
import type { Level } from 'src/model/access/levels.ts';
import { Icon } from 'src/client/ui/Icon.tsx';

export const LEVEL_ICONS: Readonly<Record<Level, string>> = {
  PUBLIC: 'globe',
  COMMUNITY: 'people',
  PROTECTED: 'shield',
  PRIVATE: 'lock',
};

export const LevelTag = ({ level }: { readonly level: Level }) => (
  <span className={`kk-level kk-level-${level.toLowerCase()}`}>
    <Icon name={LEVEL_ICONS[level]} />
    <FormattedMessage id={`levels.${level}`} />
  </span>
);
