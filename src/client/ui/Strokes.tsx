// Keys as they are written on the keyboard of this machine: Ctrl is the command key where there is one. Called by the list of keys
// and where a key is hinted at.

import { Icon } from 'src/client/ui/Icon.tsx';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

export const PALETTE_KEYS: readonly string[] = ['Ctrl', 'K'];

export const Strokes = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name) => (
    <kbd key={name}>{name === 'Ctrl' && isApple() ? <Icon name="key-command" title="Cmd" /> : name}</kbd>
  ));
