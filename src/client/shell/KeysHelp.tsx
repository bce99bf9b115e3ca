// ? : the keys that work everywhere. Keys of one character can be turned off, since voice input may strike them (WCAG 2.1.4).

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { areLettersOn, setLetters } from 'src/client/ui/letterKeys.ts';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { PALETTE_KEYS, Strokes } from 'src/client/ui/Strokes.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const SHELL_KEYS: Readonly<Record<string, readonly string[]>> = {
  palette: PALETTE_KEYS,
  search: ['/'],
  help: ['?'],
  star: ['S'],
  regions: ['F6'],
  regionsBack: ['Shift', 'F6'],
  create: ['C'],
  editRecord: ['E'],
  save: ['Ctrl', 'S'],
  saveToo: ['Ctrl', 'Enter'],
  next: ['J'],
  previous: ['K'],
  assign: ['A'],
  state: ['T'],
  close: ['Esc'],
  rows: ['Up', 'Down'],
  alone: ['Ctrl', 'Enter'],
  edit: ['F2'],
  extend: ['Shift', 'Down'],
  copy: ['Ctrl', 'C'],
  paste: ['Ctrl', 'V'],
  fill: ['Ctrl', 'D'],
  clear: ['Delete'],
  nextCell: ['Tab'],
  undo: ['Ctrl', 'Z'],
};

export const KeyList = () => {
  const messages = useMessages();
  return (
    <dl className="kk-keys">
      {Object.entries(SHELL_KEYS).map(([key, strokes]) => (
        <div key={key}>
          <dt>
            <Strokes names={strokes} />
          </dt>
          <dd>{messages.format(`keys.${key}`)}</dd>
        </div>
      ))}
    </dl>
  );
};

export const KeysHelp = observer(() => {
  const messages = useMessages();
  const shell = useShell();
  const [letters, set] = useState(areLettersOn());
  return (
    <Dialog open title={messages.format('keys.title')} onClose={() => shell.show(undefined)}>
      <KeyList />
      <label className="kk-check">
        <input
          type="checkbox"
          checked={letters}
          onChange={() => {
            setLetters(!letters);
            set(!letters);
          }}
        />
        {messages.format('keys.letters')}
      </label>
    </Dialog>
  );
});
