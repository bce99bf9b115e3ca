// Reads GPX: waypoints, tracks and routes, each kind a layer. A track with fewer than two points is a refused row, not a missing one.

import { gpx } from '@tmcw/togeojson';
import type { Document, Element } from '@xmldom/xmldom';
import type { RawFeature, RawLayer } from 'src/server/geoFiles/geoFile.ts';
import { featureFrom } from 'src/server/geoFiles/readKml.ts';

type Kind = 'wpt' | 'trk' | 'rte';

const hasPosition = (point: Element): boolean =>
  ['lat', 'lon'].every((name) => Number.isFinite(Number.parseFloat(point.getAttribute(name) ?? '')));

const hasLine = (line: Element, point: string): boolean =>
  Array.from(line.getElementsByTagName(point)).filter(hasPosition).length > 1;

/** Returns whether the library makes a feature of an element. */
const IS_FEATURE: Readonly<Record<Kind, (element: Element) => boolean>> = {
  trk: (track) => Array.from(track.getElementsByTagName('trkseg')).some((segment) => hasLine(segment, 'trkpt')),
  rte: (route) => hasLine(route, 'rtept'),
  wpt: hasPosition,
};

const elementName = (element: Element): string | undefined =>
  Array.from(element.childNodes)
    .find(({ nodeName }) => nodeName === 'name')
    ?.textContent?.trim();

const unreadFeature = (element: Element, kind: Kind): RawFeature => {
  const name = elementName(element);
  const message = kind === 'wpt' ? 'geoFile.noGeometry' : 'errors.geometry.shortLine';
  return { geometry: null, properties: name === undefined ? {} : { name }, fault: { message } };
};

const featuresByKind = (document: Document): ReadonlyMap<string, RawFeature[]> => {
  const byKind = new Map<string, RawFeature[]>();
  for (const { geometry, properties } of gpx(document).features) {
    const { _gpxType: kind, ...values } = (properties ?? {}) as Record<string, unknown>;
    const name = typeof kind === 'string' ? kind : 'wpt';
    const features = byKind.get(name) ?? [];
    byKind.set(name, features);
    features.push(featureFrom({ geometry, properties: values }));
  }
  return byKind;
};

export const readGpx = (document: Document): readonly RawLayer[] => {
  const read = featuresByKind(document);
  return (['trk', 'rte', 'wpt'] as const).flatMap((kind) => {
    const next = (read.get(kind) ?? []).values();
    const features = Array.from(document.getElementsByTagName(kind)).map((element): RawFeature => {
      const feature = IS_FEATURE[kind](element) ? next.next().value : undefined;
      return feature ?? unreadFeature(element, kind);
    });
    return features.length === 0 ? [] : [{ name: kind, features }];
  });
};
