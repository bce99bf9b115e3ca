// Describes the contents of a file: its format, its original coordinate system, its layers to choose from, omitted
// parts, and the rows that cannot be imported with their reasons.

import { Checkbox } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { layerName, rowLabel, titleColumn, type PreviewLayer } from 'src/client/geoFiles/shownFeatures.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import type { GeoFilePreview } from 'src/model/generated/wire.ts';

interface PreviewProps {
  readonly preview: GeoFilePreview;
}

export const GeoFileSummary = observer(({ preview }: PreviewProps) => {
  const messages = useMessages();
  const { name, format, crs, encoding, notes } = preview;
  const facts = [
    ['importPlaces.format', messages.format(`importPlaces.formats.${format}`)],
    ['importPlaces.convertedFrom', crs],
    ['importPlaces.encoding', encoding],
  ] as const;
  return (
    <>
      <p>
        <bdi className="kk-strong">{name}</bdi>
        {facts.map(
          ([id, value]) => value !== undefined && <span key={id}> · {`${messages.format(id)}: ${value}`}</span>,
        )}
      </p>
      {notes.map((note) => (
        <Band key={note}>{messages.find(note) ?? note}</Band>
      ))}
    </>
  );
});

const countsOf = (messages: Messages, { kinds, refused }: PreviewLayer): string =>
  [
    ...Object.entries(kinds).map(([kind, count]) => messages.format(`importPlaces.count.${kind}`, { count })),
    ...(refused > 0 ? [messages.format('importPlaces.refusedCount', { count: refused })] : []),
  ].join(' · ');

interface LayersProps extends PreviewProps {
  readonly chosen: ReadonlySet<number>;
  readonly choose: (chosen: ReadonlySet<number>) => void;
}

export const GeoFileLayers = observer(({ preview, chosen, choose }: LayersProps) => {
  const messages = useMessages();
  const { layers } = preview;
  const toggle = (at: number): void => {
    const next = new Set(chosen);
    if (!next.delete(at)) next.add(at);
    choose(next);
  };
  return (
    <fieldset className="kk-geo-layers">
      <legend>{messages.format('importPlaces.layers', { count: layers.length })}</legend>
      {layers.map((layer, at) => (
        <Checkbox
          key={`${at}-${layer.name}`}
          checked={chosen.has(at)}
          disabled={layers.length === 1}
          onChange={() => toggle(at)}
        >
          <bdi>{layerName(messages, preview, layer)}</bdi> <span className="kk-soft">{countsOf(messages, layer)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
});

export const RefusedRows = observer(({ preview, chosen }: PreviewProps & { readonly chosen: ReadonlySet<number> }) => {
  const messages = useMessages();
  const head = useId();
  const { layers, refused } = preview;
  const shown = refused.filter(({ layer }) => chosen.has(layer));
  const all = layers.reduce((sum, layer, at) => sum + (chosen.has(at) ? layer.refused : 0), 0);
  const title = titleColumn(layers);
  if (all === 0) return null;
  return (
    <details className="kk-geo-refused" open={all < 10}>
      <summary id={head}>{messages.format('importPlaces.refused', { count: all })}</summary>
      <ul aria-labelledby={head}>
        {shown.map(({ n, values, fault }) => (
          <li key={n}>
            <bdi>{rowLabel(messages, n, title === undefined ? undefined : values[title])}</bdi>{' '}
            <span className="kk-soft">{messages.format('importPlaces.row', { n })}</span>
            <br />
            {messages.find(fault.message, fault.params as Record<string, string | number> | undefined) ??
              messages.format('errors.generalFailure')}
          </li>
        ))}
      </ul>
      {all > shown.length && <p>{messages.format('bulk.andMore', { count: all - shown.length })}</p>}
    </details>
  );
});
