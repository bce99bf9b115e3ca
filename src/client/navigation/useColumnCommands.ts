// Registers what keys of one letter and the palette do in the column of the calling component, while it is shown.

import { useEffect } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import type { ColumnCommand } from 'src/client/router/ColumnCommands.ts';
import { useClient } from 'src/client/useClient.ts';

export const useColumnCommands = (commands: readonly ColumnCommand[]): void => {
  const { navigation } = useClient();
  const column = useColumn();
  // Runs at every rendering, because a command must act on what is shown.
  useEffect(() => navigation.commands.add(column, commands));
};
