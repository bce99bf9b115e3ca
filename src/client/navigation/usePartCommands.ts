// Offers the entries of a menu in the palette too.

import { useColumnCommands } from 'src/client/navigation/useColumnCommands.ts';

interface NamedPart {
  readonly key: string;
  readonly icon: string;
  readonly text: string;
  readonly onClick: () => void;
}

export const usePartCommands = (parts: readonly NamedPart[]): void =>
  useColumnCommands(parts.map(({ key, icon, text, onClick }) => ({ key, icon, title: text, run: onClick })));
