// Words in the image of a map on paper.

import { useMemo } from 'react';
import type { PaperWords } from 'src/client/map/paperMap.ts';
import { writeScale } from 'src/client/map/ScaleBar.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const usePaperWords = (): PaperWords => {
  const messages = useMessages();
  return useMemo(
    () => ({
      length: (metres) => writeScale(messages.intl, metres),
      north: messages.format('map.north'),
    }),
    [messages],
  );
};
