// Client part of the domain: all areas, with the generated forms of all types. Read by client/main. The compiler lists each
// `<area>/module.client.ts`.

import type { ClientDomain } from 'src/client/extend.ts';
import { clientDomainOf } from 'src/client/extendLazy.ts';
import { AREAS } from 'src/domain/generated/areas.client.ts';
import type {} from 'src/generated/endpoints.ts';

export const clientDomain: ClientDomain = clientDomainOf(AREAS, async (type) => {
  const { forms } = await import('src/generated/forms.ts');
  return forms[type]?.();
});
