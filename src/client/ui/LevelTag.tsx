// Visibility of an item: word, icon and colour of its level ([ITEM-04]). The colour is never the only sign.

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
