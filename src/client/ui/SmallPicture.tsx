// A small picture next to a text that names it. It loads when it comes near the view.

import { type ReactNode, useState } from 'react';

interface SmallPictureProps {
  readonly src: string;
  readonly className?: string;
  /** Shown where the picture cannot be loaded, such as without a connection. */
  readonly otherwise?: ReactNode;
}

export const SmallPicture = ({ src, className, otherwise = null }: SmallPictureProps) => {
  const [failed, setFailed] = useState<string>();
  if (failed === src) return otherwise;
  return <img {...{ src, className }} alt="" loading="lazy" onError={() => setFailed(src)} />;
};
