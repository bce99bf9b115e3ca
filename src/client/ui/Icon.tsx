// One icon of the one family. Decorative unless it is given a title; names come from declarations, so any string is taken.

import { Icon as BlueprintIcon, type IconName } from '@blueprintjs/core';

interface IconProps {
  readonly name: string;
  readonly title?: string;
  readonly className?: string;
}

/** Always the 16 px drawing: icons.ts has no other; larger ones are scaled by CSS. */
export const Icon = ({ name, title, className }: IconProps) => (
  <BlueprintIcon icon={name as IconName} size={16} title={title} className={className} />
);
