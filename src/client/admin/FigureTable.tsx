// The figures of one part of the site as a table: name, value and rating. A bad figure has advice below it.

import { Fragment } from 'react';
import 'src/client/admin/plainTable.css';
import type { Figure } from 'src/client/admin/useSiteState.ts';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

const TIME_UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** Formats a duration in the largest unit of which there are at least two. */
const duration = ({ intl }: Messages, seconds: number): string => {
  const { unit, seconds: length } = TIME_UNITS.find((each) => seconds >= 2 * each.seconds) ?? {
    unit: 'second',
    seconds: 1,
  };
  return intl.formatNumber(Math.floor(seconds / length), { style: 'unit', unit, unitDisplay: 'long' });
};

const figureText = (messages: Messages, { name, unit }: Figure, value: string | number | null): string => {
  if (value === null) return messages.find(`siteState.none.${name}`) ?? messages.format('siteState.unknown');
  if (typeof value === 'string') return value;
  if (unit === 'bytes') return fileSize(value, messages.intl.locale);
  if (unit === 'seconds') return duration(messages, value);
  if (unit === 'milliseconds') return messages.intl.formatNumber(value, { style: 'unit', unit: 'millisecond' });
  return messages.intl.formatNumber(value);
};

/** Formats the value of a figure, with the whole that it is a part of. */
export const figureValue = (messages: Messages, figure: Figure): string => {
  const value = figureText(messages, figure, figure.value);
  if (figure.of === null) return value;
  return messages.format('siteState.of', { value, whole: figureText(messages, figure, figure.of) });
};

/** Id of the row of a figure. */
export const figureRow = (name: string): string => `kk-figure-${name}`;

/** A version, a name or an address says what it is, and is neither good nor bad; nor is what is not known yet. */
const isWithoutTag = ({ unit, value, state }: Figure): boolean =>
  state === 'good' && (unit === 'text' || value === null);

const FigureRow = ({ figure }: { readonly figure: Figure }) => {
  const messages = useMessages();
  const { name, value, state } = figure;
  return (
    <Fragment>
      <tr id={figureRow(name)} tabIndex={-1}>
        <th scope="row">{messages.format(`siteState.figure.${name}`)}</th>
        <td dir={typeof value === 'string' ? 'auto' : undefined}>{figureValue(messages, figure)}</td>
        <td>
          {!isWithoutTag(figure) && (
            <span className={`kk-state kk-state-${state}`}>{messages.format(`siteState.is.${state}`)}</span>
          )}
        </td>
      </tr>
      {state !== 'good' && (
        <tr className="kk-state-advice">
          <td colSpan={3}>{messages.format(`siteState.advice.${name}`)}</td>
        </tr>
      )}
    </Fragment>
  );
};

export const FigureTable = ({
  section,
  figures,
}: {
  readonly section: string;
  readonly figures: readonly Figure[];
}) => {
  const messages = useMessages();
  return (
    <table className="kk-plain-table kk-state-figures">
      <caption className="kk-unseen">{messages.format(`siteState.section.${section}`)}</caption>
      <thead className="kk-unseen">
        <tr>
          <th scope="col">{messages.format('siteState.what')}</th>
          <th scope="col">{messages.format('siteState.value')}</th>
          <th scope="col">{messages.format('siteState.state')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <FigureRow key={figure.name} figure={figure} />
        ))}
      </tbody>
    </table>
  );
};
