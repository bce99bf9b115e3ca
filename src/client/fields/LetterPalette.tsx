// The palette of letters under a language text, opened on demand. A pointer leaves the focus in the text; from the keyboard
// the arrow keys move within a group, and the letter brings the focus back to the text.

import 'src/client/fields/letterPalette.css';
import { type KeyboardEvent, useState } from 'react';
import { readingKey } from 'src/client/ui/direction.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

// Letters that common keyboards lack, in the groups of the palette: those of Latin-script orthographies, marks that join the
// letter before, apostrophe-like letters, and Canadian syllabics. A general set; the alphabet of one language is data of the site.
interface LetterGroup {
  /** Message id is `forms.letterGroups.{key}`. */
  readonly key: string;
  readonly letters: readonly string[];
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

const LETTER_GROUPS: readonly LetterGroup[] = [
  { key: 'latin', letters: Array.from('əɬłƛχʔɂɣŋɫɛɔıøßæœąęįǫųāēīōūáéíóúàèìòùâêîôûćśźčšžǰḵḷṃṉṟẕḥṯ') },
  {
    key: 'marks',
    letters: Array.from('\u0301\u0300\u0302\u030C\u0304\u0308\u0328\u0331\u0323\u0313\u0315\u0332\u0307'),
  },
  {
    key: 'apostrophes',
    letters: Array.from('\u02BC\u02BB\u02C0\u02BE\u02BF\u02B7\u00B7\u02D0\uA789'),
  },
  { key: 'syllabics', letters: range(0x1401, 0x1676) },
];

/** A combining mark is shown on a dotted ring, so that it can be seen. */
const shownLetter = (letter: string): string => (/^\p{M}/u.test(letter) ? `\u25CC${letter}` : letter);

const LETTER_STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10 };

const moveLetterFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = LETTER_STEPS[readingKey(event)];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  event.preventDefault();
};

const unicodeName = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

interface GroupProps {
  readonly group: LetterGroup;
  readonly onLetter: (letter: string) => void;
}

const LetterGroupGrid = ({ group, onLetter }: GroupProps) => {
  const messages = useMessages();
  const [last, setLast] = useState(0);
  const name = messages.format(`forms.letterGroups.${group.key}`);
  return (
    <div className="kf-letters" role="toolbar" tabIndex={-1} aria-label={name} onKeyDown={moveLetterFocus}>
      {group.letters.map((letter, index) => (
        <button
          key={letter}
          type="button"
          tabIndex={index === last ? 0 : -1}
          title={unicodeName(letter)}
          className="kf-letter"
          onPointerDown={(event) => event.preventDefault()}
          onFocus={() => setLast(index)}
          onClick={() => onLetter(letter)}
        >
          <span aria-hidden>{shownLetter(letter)}</span>
          <span className="kk-unseen">
            {messages.format('forms.letterNamed', { letter, code: unicodeName(letter) })}
          </span>
        </button>
      ))}
    </div>
  );
};

interface LetterPaletteProps {
  readonly id: string;
  readonly onLetter: (letter: string) => void;
}

/** Shows one group at a time: there are hundreds of syllabics. */
export const LetterPalette = ({ id, onLetter }: LetterPaletteProps) => {
  const messages = useMessages();
  const [chosen, setChosen] = useState(LETTER_GROUPS[0]?.key);
  const group = LETTER_GROUPS.find(({ key }) => key === chosen);
  return (
    <div id={id} className="kf-palette" role="group" aria-label={messages.format('forms.palette')}>
      <div className="kf-palette-groups">
        {LETTER_GROUPS.map(({ key }) => (
          <Button
            key={key}
            size="small"
            variant="minimal"
            active={key === chosen}
            aria-pressed={key === chosen}
            onClick={() => setChosen(key)}
          >
            {messages.format(`forms.letterGroups.${key}`)}
          </Button>
        ))}
      </div>
      {group && <LetterGroupGrid key={group.key} group={group} onLetter={onLetter} />}
    </div>
  );
};
