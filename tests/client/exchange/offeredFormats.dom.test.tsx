// The formats that the export dialog offers for the records of each declared type, and the types that a calendar program can read.

import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Providers } from 'src/client/App.tsx';
import { ExportDialog } from 'src/client/exchange/ExportDialog.tsx';
import type { ExportSubject } from 'src/client/exchange/exportChoices.ts';
import { ListingStore } from 'src/client/listing/ListingStore.ts';
import { planOf } from 'src/model/listing/listingPlan.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { ExportFormatName } from 'src/model/generated/exportFormats.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { TypeListing } from 'stories/product/TypeListing.tsx';
import { createProductClient } from 'stories/product/createProductClient.ts';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';

/** Types for which a format with fields of its own is offered. */
const MAPPED: Readonly<Record<string, readonly ExportFormatName[]>> = {
  ArchiveEntry: ['dublinCore', 'ead'],
  Belonging: ['dublinCore'],
  Collection: ['dublinCore'],
  Contact: ['vcard'],
  GeoKeeperFieldData: ['csvTables'],
  Lexeme: ['lift'],
  Organization: ['vcard'],
  ResearchActivity: ['dublinCore'],
  ResearchData: ['dublinCore'],
  ResearchProject: ['dublinCore'],
  Source: ['dublinCore'],
};
const PLACES: readonly ExportFormatName[] = ['geojson', 'gpkg', 'gpx', 'kml'];
const ALWAYS: readonly ExportFormatName[] = ['csv', 'xlsx', 'json'];

/** Types that have days, in addition to the steps of workflows. */
const WITH_DAYS = [
  ...['CommLog', 'ConsultResponse', 'ConsultResponseConcern', 'Consultation', 'GeoKeeperFieldwork'],
  ...['GeoKeeperWorkItem', 'IdentificationSession', 'Meeting', 'RepatriationClaim', 'ResearchActivity', 'Thread'],
];
const STEPS = Object.values(registry.steps).map(({ type }) => type);

const placesOf = ({ properties }: ItemType): readonly string[] =>
  Object.values(properties).flatMap(({ name, kind }) => (kind === 'geometry' ? [name] : []));

const expectedFor = (type: ItemType, isPlaced: boolean): readonly string[] => {
  const hasFiles = Object.values(type.properties).some(({ kind }) => kind === 'files');
  return [...ALWAYS, ...(MAPPED[type.name] ?? []), ...(isPlaced ? PLACES : []), ...(hasFiles ? ['filesZip'] : [])];
};

const client = createProductClient();

const offeredFor = async (subject: ExportSubject): Promise<readonly string[]> => {
  const { unmount } = render(
    <Providers client={client}>
      <ExportDialog subject={subject} close={() => {}} />
    </Providers>,
  );
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Format' });
  const formats = Array.from(choice.options, ({ value }) => value);
  unmount();
  return formats;
};

const types = Object.values(registry.types);

describe('[EXCHANGE] the export dialog', () => {
  it.each(types.map((type) => [type.name, type] as const))(
    'offers for a list of %s the formats that carry something of them, and no others',
    async (name, type) => {
      const plan = planOf({ types: [name] }, { registry, user: client.session.user });
      const formats = await offeredFor({ store: new ListingStore(client, plan) });
      expect(formats.toSorted()).toEqual(expectedFor(type, placesOf(type).length > 0).toSorted());
    },
  );

  it.each(types.map((type) => [type.name, type] as const))(
    'offers formats of places for one %s with a place only',
    async (name, type) => {
      const paths = placesOf(type);
      const items = sampleItemsOfType(name);
      for (const isPlaced of [true, false]) {
        const item = items.find((each) => paths.some((path) => each[path] !== undefined) === isPlaced);
        if (!item) continue;
        const formats = await offeredFor({ item, type });
        expect(formats.toSorted()).toEqual(expectedFor(type, isPlaced).toSorted());
      }
    },
  );
});

describe('[EXCHANGE] [CELL-05] a calendar that programs can read as iCalendar', () => {
  it.each(types.map(({ name }) => name))('is offered for %s if they have days, and not otherwise', async (name) => {
    const hasDays = WITH_DAYS.includes(name) || STEPS.includes(name);
    const { unmount } = render(
      <Frame name={name}>
        <TypeListing type={name} display={hasDays ? 'CALENDAR' : 'TABLE'} />
      </Frame>,
    );
    if (hasDays) {
      await screen.findByRole('button', { name: 'Subscribe' });
      screen.getByRole('button', { name: 'Calendar', pressed: true });
    } else {
      await screen.findAllByRole('button');
      expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull();
    }
    unmount();
  });
});
