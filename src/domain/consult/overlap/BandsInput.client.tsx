// The distances around an area, typed as metres with commas between them.

import { useState } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import { ValuesForm, ValuesModel, type FormField } from 'src/client/extendForms.ts';

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

const FIELDS: readonly FormField[] = [
  {
    ...{ name: 'bands', label: 'overlap.bands', help: 'overlap.bandsHint', required: true },
    fault: (text) => (readBands(String(text)) ? undefined : 'overlap.bandsWrong'),
  },
];

export const BandsInput = ({ bands, choose }: BandsInputProps) => {
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({ bands: bands.join(', ') }));
  return (
    <ValuesForm
      className="kk-overlap-bands"
      model={model}
      fields={FIELDS}
      submit={async (answers) => choose(readBands(String(answers['bands'])) ?? bands)}
      buttons={
        <Button type="submit" size="small">
          {messages.format('overlap.changeBands')}
        </Button>
      }
    />
  );
};
