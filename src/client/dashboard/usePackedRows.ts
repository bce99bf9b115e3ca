// Packs the panels of a grid: each is as high as its content, and the next one follows directly below it. The rows of the grid have the
// height ROW_PX, and each panel spans as many as it needs. Browsers do not have this layout (CSS masonry) yet.

import { useEffect, useRef, type RefObject } from 'react';

/** Height of a row of the grid in pixels; as dashboard.css has it. */
const ROW_PX = 4;

/** Returns the ref of the grid. `panels`: the keys of its panels in one text, empty while there are none. */
export const usePackedRows = (panels: string): RefObject<HTMLDivElement | null> => {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = grid;
    if (!current || panels === '') return undefined;
    const gap = Number.parseFloat(getComputedStyle(current).columnGap) || 0;
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const height = borderBoxSize[0]?.blockSize ?? 0;
        (target as HTMLElement).style.gridRowEnd = `span ${Math.ceil((height + gap) / ROW_PX)}`;
      }
    });
    for (const panel of current.children) observer.observe(panel, { box: 'border-box' });
    return () => observer.disconnect();
  }, [panels]);
  return grid;
};
