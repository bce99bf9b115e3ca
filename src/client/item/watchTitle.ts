// Shows a title once: while the page's own title is visible, the column's head keeps its text for assistive technology
// only (columns.css).

import type { RefCallback } from 'react';

const SIGN = 'data-kk-titled';

/** Ref for the title of the page, which is created again when it becomes editable. */
export const watchTitle: RefCallback<HTMLHeadingElement> = (title) => {
  const column = title?.closest('.kk-column');
  if (!title || !column || !('IntersectionObserver' in window)) return undefined;
  const watcher = new IntersectionObserver(([entry]) => column.toggleAttribute(SIGN, entry?.isIntersecting ?? false));
  watcher.observe(title);
  return () => {
    watcher.disconnect();
    column.removeAttribute(SIGN);
  };
};
