// The distances around an area, typed as metres with commas between them.

import { InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';

const MOST_BANDS = 6;
const WIDEST = 50_000;

const readBands = (text: string): readonly number[] | undefined => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const metres = parts.map(Number);
  const isRight = metres.every((each) => Number.isInteger(each) && each >= 0 && each <= WIDEST);
  const bands = [...new Set(metres)].toSorted((one, other) => one - other);
  return isRight && bands.length > 0 && bands.length <= MOST_BANDS ? bands : undefined;
};

interface BandsInputProps {
  readonly bands: readonly number[];
  readonly choose: (bands: readonly number[]) => void;
}

export const BandsInput = ({ bands, choose }: BandsInputProps) => {
  const messages = useMessages();
  const id = useId();
  const [text, setText] = useState(bands.join(', '));
  const read = readBands(text);
  return (
    <form
      className="kk-overlap-bands"
      onSubmit={(event) => {
        event.preventDefault();
        if (read) choose(read);
      }}
    >
      <div className="kk-overlap-bands-line">
        <label htmlFor={id}>{messages.format('overlap.bands')}</label>
        <InputGroup
          id={id}
          size="small"
          inputMode="numeric"
          value={text}
          aria-describedby={`${id}-hint`}
          aria-invalid={read === undefined}
          intent={read ? 'none' : 'danger'}
          onValueChange={setText}
        />
        <Button type="submit" size="small" disabled={!read || read.join() === bands.join()}>
          {messages.format('overlap.changeBands')}
        </Button>
      </div>
      <p id={`${id}-hint`} className={read ? 'kk-unseen' : 'kk-late'}>
        {messages.format(read ? 'overlap.bandsHint' : 'overlap.bandsWrong')}
      </p>
    </form>
  );
};
