// Reports changes of its size to Blueprint's table. The table's own observer writes an HTML string, which Trusted Types refuse. A
// ResizeObserver reports the same, once the size has been stable for the resize delay. Loaded by TableDisplay.tsx before the first table is
// shown.
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { ResizeSensor } from '@blueprintjs/table/lib/esm/interactions/resizeSensor';

ResizeSensor.attach = (element, changed) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(changed, DELAYS.resize);
  });
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
};
