// The area of collections. It shows a collection that is an exhibition as a page to walk through.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

export const collectionsClientArea: ClientArea = {
  pageParts: [
    {
      ...{ key: 'exhibit', position: 'values' },
      isShown: ({ item }) => item._t === 'Collection' && item['collectionType'] === 'EXHIBIT',
      covers: ({ name }) => (name === 'Collection' ? ['featureImage', 'description'] : []),
      component: lazyOf(async () => (await import('src/domain/collections/exhibitPart.client.tsx')).ExhibitPart),
    },
  ],
};
