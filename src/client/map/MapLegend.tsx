// Legend of a printed map: colour or line of each kind of feature with its name.

export interface LegendEntry {
  readonly name: string;
  /** Colour of the features. Areas and distances have lines in the colours of the map instead. */
  readonly colour?: string;
  readonly line?: 'area' | 'distance';
}

export const MapLegend = ({ entries }: { readonly entries: readonly LegendEntry[] }) => (
  <ul className="kk-map-legend">
    {entries.map(({ name, colour, line }) => (
      <li key={`${name} ${colour ?? line}`}>
        <span
          className={line === undefined ? 'kk-layer-colour' : `kk-legend-line kk-legend-${line}`}
          style={{ backgroundColor: colour }}
        />{' '}
        {name}
      </li>
    ))}
  </ul>
);
