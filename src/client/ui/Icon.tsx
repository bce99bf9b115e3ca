// One icon of the one family. Decorative unless it is given a title; names come from declarations, so any string is taken.

import { Icon as BlueprintIcon, type IconName } from '@blueprintjs/core';
import { Icons } from '@blueprintjs/icons';
import { useState } from 'react';

interface IconProps {
  readonly name: string;
  readonly title?: string;
  readonly className?: string;
}

/** Always the 16 px drawing: icons.ts has no other; larger ones are scaled by CSS. */
const SIZE = 16;

const iconPaths = (name: string): readonly string[] | undefined => Icons.getPaths(name as IconName, SIZE);

/**
 * Renders a loaded icon like the library, but without its effect and its further components: a listing has hundreds of
 * icons. An icon that was not loaded stays the library's, since replacing it under the pointer would swallow the click.
 */
export const Icon = ({ name, title, className }: IconProps) => {
  const [there] = useState(() => iconPaths(name) !== undefined);
  const paths = there && title === undefined ? iconPaths(name) : undefined;
  if (!paths) return <BlueprintIcon icon={name as IconName} size={SIZE} title={title} className={className} />;
  return (
    <span aria-hidden className={`bp6-icon bp6-icon-${name}${className === undefined ? '' : ` ${className}`}`}>
      <svg data-icon={name} height={SIZE} role="img" viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE}>
        {paths.map((path) => (
          <path key={path} d={path} fillRule="evenodd" />
        ))}
      </svg>
    </span>
  );
};
