// Returns the size of a viewer's space and follows the window.

import { useEffect, useState, type RefObject } from 'react';

export interface StageSize {
  readonly width: number;
  readonly height: number;
}

export const useStageSize = (stage: RefObject<HTMLElement | null>): StageSize | undefined => {
  const [size, setSize] = useState<StageSize>();
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return size;
};
