// A title stands once: while the page's own can be seen, the column's head keeps its words for assistive technology alone (cells.css).

import { type RefObject, useEffect, useRef } from 'react';

const SIGN = 'data-kk-titled';

/** Put on the title of the page. */
export const useTitleVisible = (): RefObject<HTMLHeadingElement | null> => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const column = title.current?.closest('.kk-column');
    if (!title.current || !column || !('IntersectionObserver' in window)) return undefined;
    const watcher = new IntersectionObserver(([entry]) => column.toggleAttribute(SIGN, entry?.isIntersecting ?? false));
    watcher.observe(title.current);
    return () => {
      watcher.disconnect();
      column.removeAttribute(SIGN);
    };
  }, []);
  return title;
};
