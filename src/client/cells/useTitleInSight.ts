// A title stands once: while the page's own is in sight, the column's head keeps its words for assistive technology alone (cells.css).

import { type RefObject, useEffect, useRef } from 'react';

const SIGN = 'data-kk-titled';

/** Put on the title of the page. */
export const useTitleInSight = (): RefObject<HTMLHeadingElement | null> => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const column = title.current?.closest('.kk-column');
    if (!title.current || !column || !('IntersectionObserver' in window)) return undefined;
    const sight = new IntersectionObserver(([entry]) => column.toggleAttribute(SIGN, entry?.isIntersecting ?? false));
    sight.observe(title.current);
    return () => {
      sight.disconnect();
      column.removeAttribute(SIGN);
    };
  }, []);
  return title;
};
