// Returns the roles to choose from, for components that observe.

import { useEffect } from 'react';
import { useClient } from 'src/client/useClient.ts';

export const useRoles = (): readonly string[] => {
  const { roles } = useClient();
  useEffect(() => roles.need(), [roles]);
  return roles.available;
};
