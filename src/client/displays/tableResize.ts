// How Blueprint's table learns that its room has changed. Its own way writes an HTML string, which Trusted Types refuse;
// a ResizeObserver tells the same. Loaded by TableDisplay.tsx before the first table is drawn.
import { ResizeSensor } from '@blueprintjs/table/lib/esm/interactions/resizeSensor';

ResizeSensor.attach = (element, changed) => {
  const observer = new ResizeObserver(() => changed());
  observer.observe(element);
  return () => observer.disconnect();
};
