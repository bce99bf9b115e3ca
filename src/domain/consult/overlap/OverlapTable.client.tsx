// The table of an overlap: a row for each kind, a column for each distance, and the places of a kind below it when it is opened.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { Icon, ItemLink, ScrollTable, useClient, useMessages } from 'src/client/extend.ts';
import { onDark } from 'src/client/extendMap.ts';
import { bandName, rowName } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { rowColours } from 'src/domain/consult/overlap/rowColours.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface OverlapTableProps {
  readonly overlap: Overlap;
  /** Indices of the rows in the overlap that the table has. */
  readonly shown: readonly number[];
  readonly label: string;
  readonly point: (id: ItemId | undefined) => void;
  /** Theme of the map, whose colours the rows use. */
  readonly dark: boolean;
}

const rowTotal = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

interface PlacesProps extends Pick<OverlapTableProps, 'overlap' | 'point'> {
  readonly at: number;
  readonly name: string;
}

interface RowProps extends PlacesProps {
  readonly colour: string;
}

/** The nearest first, each band under its name. */
const Places = observer(({ overlap: { bands, rows, places }, at, name, point }: PlacesProps) => {
  const messages = useMessages();
  const distances = bands.map(({ within }) => within);
  const listed = places.filter(({ row }) => row === at);
  const all = rowTotal(rows[at]?.counts ?? []);
  return (
    <section className="kk-overlap-places" aria-label={messages.format('overlap.places', { name })}>
      {distances.map((within, band) => {
        const here = listed.filter((place) => place.band === band);
        return (
          here.length > 0 && (
            <div key={within}>
              <h3>{bandName(messages, distances, band)}</h3>
              <ul className="kk-plain-list">
                {here.map(({ $id, label }) => (
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the hovered or focused row is highlighted on the map
                  <li
                    key={$id}
                    onMouseEnter={() => point($id)}
                    onMouseLeave={() => point(undefined)}
                    onFocus={() => point($id)}
                    onBlur={() => point(undefined)}
                  >
                    <ItemLink id={$id}>{label}</ItemLink>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      {all > listed.length && <p className="kk-soft">{messages.format('overlap.listed', { count: listed.length })}</p>}
    </section>
  );
});

const Row = observer(({ overlap, at, name, point, colour }: RowProps) => {
  const messages = useMessages();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { type = '', kind, counts = [] } = overlap.rows[at] ?? {};
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="kk-overlap-row"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            <span className="kk-layer-colour" style={{ backgroundColor: colour }} />
            <span>
              {name}
              {kind !== undefined && <span className="kk-soft"> {messages.type(type)}</span>}
            </span>
          </button>
        </th>
        {overlap.bands.map(({ within }, band) => (
          <td key={within} className={counts[band] === 0 ? 'kk-soft' : undefined}>
            {messages.intl.formatNumber(counts[band] ?? 0)}
          </td>
        ))}
        <td className="kk-overlap-sum">{messages.intl.formatNumber(rowTotal(counts))}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={overlap.bands.length + 2}>
            <Places overlap={overlap} at={at} name={name} point={point} />
          </td>
        </tr>
      )}
    </tbody>
  );
});

export const OverlapTable = observer(({ overlap, shown, label, point, dark }: OverlapTableProps) => {
  const client = useClient();
  const messages = useMessages();
  const { bands } = overlap;
  const colours = rowColours(client, overlap.rows);
  const rows = shown.flatMap((at) => overlap.rows[at] ?? []);
  const distances = bands.map(({ within }) => within);
  const number = (count: number): string => messages.intl.formatNumber(count);
  return (
    <ScrollTable
      className="kk-overlap-table"
      label={label}
      headings={[
        messages.format('overlap.kind'),
        ...distances.map((_, band) => bandName(messages, distances, band)),
        messages.format('overlap.total'),
      ]}
    >
      {rows.map((row, index) => (
        <Row
          key={`${row.type} ${row.kind ?? ''}`}
          overlap={overlap}
          at={shown[index] ?? 0}
          name={rowName(client, messages, row)}
          point={point}
          colour={dark ? onDark(colours[shown[index] ?? 0] ?? '') : (colours[shown[index] ?? 0] ?? '')}
        />
      ))}
      <tfoot>
        <tr>
          <th scope="row">{messages.format('overlap.total')}</th>
          {distances.map((within, band) => (
            <td key={within}>{number(rows.reduce((sum, { counts }) => sum + (counts[band] ?? 0), 0))}</td>
          ))}
          <td className="kk-overlap-sum">{number(rows.reduce((sum, { counts }) => sum + rowTotal(counts), 0))}</td>
        </tr>
      </tfoot>
    </ScrollTable>
  );
});
