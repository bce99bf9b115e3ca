// A title stands once: while the page's own can be seen, the column's head keeps its words for assistive technology alone (cells.css).

import type { RefCallback } from 'react';

const SIGN = 'data-kk-titled';

/** Put on the title of the page, as its ref: the title is drawn anew when it becomes editable. */
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
