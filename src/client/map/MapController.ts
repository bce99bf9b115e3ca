// One map outside React: OpenLayers in an element, its base map, its layers, where it looks. Everything that shows a map makes one and
// disposes it when it closes. It shows no controls of its own: those are React's (MapView.tsx), so that they have names and both themes.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import View from 'ol/View.js';
import Feature from 'ol/Feature.js';
import { defaults } from 'ol/interaction/defaults.js';
import type LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import { getPointResolution, transformExtent } from 'ol/proj.js';
import { Listeners } from 'src/base/Listeners.ts';
import type { Bounds } from 'src/client/forms/text/geometry.ts';
import { FeatureLayer, readShape } from 'src/client/map/FeatureLayer.ts';
import { countOf, idOf, membersOf, positionStyle } from 'src/client/map/featureStyles.ts';
import { ConfiguredBaseMap } from 'src/client/map/configuredBaseMap.ts';
import { ShippedBaseMap } from 'src/client/map/shippedBaseMap.ts';
import { paperTheme, themeOf, type MapTheme } from 'src/client/map/mapTheme.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const MERCATOR = 'EPSG:3857';
const DEGREES = 'EPSG:4326';
/** A finger is wider than a pointer. */
const HIT_PIXELS = 6;
/** What arrow keys bring into the middle is seldom exactly there. */
const MIDDLE_PIXELS = 24;
/** One point fills no map. */
const CLOSEST_FIT = 13;
/** Metres around the globe, in web mercator. */
const WORLD = 2 * 20_037_508.342789244;
const MOVE_MS = 220;
const CLOSER = 2;
const PAD = 44;

export interface MapPlace {
  readonly bounds: Bounds;
  readonly zoom: number;
  /** Metres on the ground of one pixel in the middle of the map. */
  readonly metres: number;
}

export interface MapHit {
  readonly ids: readonly ItemId[];
  /** Web mercator, for what stands at that place. */
  readonly at: readonly number[];
  /** Points of tiles stand there for things that they do not name: which ones, a search within these bounds tells. */
  readonly unnamed?: Bounds;
  /** By a key: what names the things takes the focus. */
  readonly byKey?: true;
}

/** The pointer was between things, or the key meant what is in the middle. */
interface Reach {
  readonly tolerance: number;
  readonly byKey?: true;
}

interface MapOptions {
  readonly element: HTMLElement;
  readonly bounds: Bounds;
  /** Nothing glides for who wants no motion. */
  readonly still: boolean;
  /** The wheel scrolls the page instead. */
  readonly wheel?: boolean;
  /** Drawn as on paper, whatever the theme of the page. */
  readonly paper?: boolean;
}

/** What lies under the layers. */
interface GroundLayer {
  readonly group: LayerGroup;
  style(theme: MapTheme): void;
  /** Where it shows more the closer one looks. */
  showAt?(zoom: number): void;
  dispose(): void;
}

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** As it is asked for: west lies east of east where the date line is crossed. */
const boundsOfExtent = (extent: readonly number[]): Bounds => {
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent([...extent], MERCATOR, DEGREES);
  const [w, e] = east - west >= 360 ? [-180, 180] : [wrapped(west), wrapped(east)];
  return [rounded(w), rounded(Math.max(-90, south)), rounded(e), rounded(Math.min(90, north))];
};

const extentOf = ([west, south, east, north]: Bounds): number[] =>
  transformExtent([west, south, west > east ? east + 360 : east, north], DEGREES, MERCATOR);

export class MapController {
  place: MapPlace | undefined;
  theme: MapTheme;
  /** Of the site's own settings; undefined: the one that ships. */
  base: BaseMap | undefined;
  /** No picture of the base map could be had. */
  unreached = false;
  readonly map: OlMap;
  /** A click on features, or on nothing. */
  readonly clicked = new Listeners<[hit: MapHit | undefined]>();
  /** The pointer is over something, or over nothing any more. */
  readonly pointed = new Listeners<[id: ItemId | undefined]>();
  readonly #options: MapOptions;
  #ground: GroundLayer = new ShippedBaseMap(() => this.map);
  readonly #layers = new Set<FeatureLayer>();
  readonly #here = new VectorLayer({ source: new VectorSource(), zIndex: 11 });
  #reached = false;
  #pointedAt: ItemId | undefined;
  /** A tool that draws takes the clicks. */
  #busy = 0;

  constructor(options: MapOptions) {
    const { element, bounds, wheel = true } = options;
    this.#options = options;
    this.theme = this.themeNow();
    this.map = new OlMap({
      target: element,
      controls: [],
      interactions: defaults({
        altShiftDragRotate: false,
        pinchRotate: false,
        mouseWheelZoom: wheel,
        ...(options.still ? { zoomDuration: 0 } : {}),
      }),
      layers: [this.#ground.group, this.#here],
      view: new View({ center: [0, 0], zoom: 2, maxZoom: 20, showFullExtent: true, enableRotation: false }),
    });
    makeAutoObservable<this>(
      this,
      { place: observableRef, theme: observableRef, base: observableRef, map: false },
      { autoBind: true },
    );
    this.#ground.style(this.theme);
    this.map.on('moveend', () => this.look());
    this.map.on('singleclick', (event) => this.onClick(event));
    this.map.on('pointermove', (event) => this.onPoint(event));
    this.fit(bounds, { pad: 0, glide: false });
  }

  /** Draws it as it looks on paper for as long as it is copied. */
  onPaper(copy: (theme: MapTheme) => void): void {
    const paper = paperTheme(this.#options.element);
    if (this.theme.dark) this.dress(paper);
    copy(paper);
    if (this.theme.dark) this.dress(this.theme);
  }

  /** The theme of the page has changed. */
  retheme(): void {
    this.theme = this.themeNow();
    this.#ground.style(this.theme);
  }

  showBase(base: BaseMap | undefined): void {
    if (base === this.base) return;
    this.base = base;
    this.#reached = false;
    this.unreached = false;
    this.map.removeLayer(this.#ground.group);
    this.#ground.dispose();
    const ground: GroundLayer = base
      ? new ConfiguredBaseMap(base, (came) => this.reach(ground, came))
      : new ShippedBaseMap(() => this.map);
    this.#ground = ground;
    this.map.getLayers().insertAt(0, ground.group);
    ground.style(this.theme);
    ground.showAt?.(this.place?.zoom ?? 0);
  }

  addLayer(): FeatureLayer {
    const layer = new FeatureLayer();
    this.#layers.add(layer);
    this.map.addLayer(layer.group);
    return layer;
  }

  removeLayer(layer: FeatureLayer): void {
    if (!this.#layers.delete(layer)) return;
    this.map.removeLayer(layer.group);
    layer.dispose();
  }

  fit(bounds: Bounds, { pad = PAD, glide = true } = {}): void {
    const size = this.map.getSize();
    this.map.getView().fit(extentOf(bounds), {
      ...(size ? { size } : {}),
      padding: [pad, pad, pad, pad],
      maxZoom: CLOSEST_FIT,
      duration: glide && !this.#options.still ? MOVE_MS : 0,
    });
  }

  zoom(by: 1 | -1): void {
    const view = this.map.getView();
    const zoom = (view.getZoom() ?? 2) + by;
    if (this.#options.still) view.setZoom(zoom);
    else view.animate({ zoom, duration: MOVE_MS });
  }

  /** Brings what lies outside of the picture into its middle. */
  bringIn([west, south, east, north]: Bounds): void {
    const view = this.map.getView();
    const [left = 0, bottom = 0, right = 0, top = 0] = view.calculateExtent(this.map.getSize());
    const [w = 0, s = 0, e = 0, n = 0] = extentOf([west, south, east, north]);
    const center = [(w + e) / 2, (s + n) / 2];
    const [x = 0, y = 0] = center;
    if (x >= left && x <= right && y >= bottom && y <= top) return;
    if (this.#options.still) view.setCenter(center);
    else view.animate({ center, duration: MOVE_MS });
  }

  /** A point as wide as its accuracy asks for, in the middle of the map. */
  showHere({ longitude, latitude, accuracy }: GeolocationCoordinates): void {
    const shape = readShape({ type: 'Point', coordinates: [longitude, latitude] });
    this.#here.getSource()?.clear(true);
    this.#here.getSource()?.addFeature(new Feature(shape));
    this.#here.setStyle(positionStyle(accuracy, this.theme));
    const view = this.map.getView();
    view.fit(shape.getExtent(), { maxZoom: Math.max(CLOSEST_FIT, view.getZoom() ?? 0), duration: 0 });
  }

  /** As a click on the middle; false where nothing is. */
  openMiddle(): boolean {
    const [width = 0, height = 0] = this.map.getSize() ?? [];
    const hit =
      this.#busy > 0 ? undefined : this.hitAt([width / 2, height / 2], { tolerance: MIDDLE_PIXELS, byKey: true });
    this.clicked.notify(hit);
    return hit !== undefined;
  }

  /** So close that what stood for several may show them one by one. */
  closeIn(at: readonly number[]): void {
    const view = this.map.getView();
    const zoom = (view.getZoom() ?? 0) + CLOSER;
    if (this.#options.still) {
      view.setCenter([...at]);
      view.setZoom(zoom);
    } else view.animate({ center: [...at], zoom, duration: MOVE_MS });
  }

  focus(): void {
    this.#options.element.focus({ preventScroll: true });
  }

  /** While a tool draws, a click chooses nothing. Returns the end of it. */
  occupy(): () => void {
    this.#busy += 1;
    return () => {
      this.#busy -= 1;
    };
  }

  dispose(): void {
    for (const layer of [...this.#layers]) this.removeLayer(layer);
    this.map.removeLayer(this.#ground.group);
    this.#ground.dispose();
    this.map.removeLayer(this.#here);
    this.#here.dispose();
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  private themeNow(): MapTheme {
    const { element, paper = false } = this.#options;
    return paper ? paperTheme(element) : themeOf(element);
  }

  /** Once a picture has come, one that does not is a gap. */
  private reach(ground: unknown, came: boolean): void {
    if (ground !== this.#ground) return;
    if (came) this.#reached = true;
    this.unreached = !this.#reached;
  }

  private dress(theme: MapTheme): void {
    this.#ground.style(theme);
    for (const layer of this.#layers) layer.retheme(theme);
    this.map.renderSync();
  }

  private look(): void {
    const size = this.map.getSize();
    const view = this.map.getView();
    const [center, zoom, resolution] = [view.getCenter(), view.getZoom(), view.getResolution()];
    if (!size || !center || zoom === undefined || resolution === undefined) return;
    const [x = 0, y = 0] = center;
    const around = Math.round(x / WORLD);
    if (around !== 0) {
      // Back on the globe that features stand on: on its copies they can be seen, and not be edited.
      view.setCenter([x - around * WORLD, y]);
      return;
    }
    this.#ground.showAt?.(zoom);
    const place = {
      bounds: boundsOfExtent(view.calculateExtent(size)),
      zoom,
      metres: getPointResolution(MERCATOR, resolution, center, 'm'),
    };
    runInAction(() => {
      this.place = place;
    });
  }

  private hitAt(pixel: number[], { tolerance, byKey }: Reach): MapHit | undefined {
    const ids = new Set<ItemId>();
    let unnamed = false;
    const own = new Set([...this.#layers].flatMap(({ group }) => group.getLayersArray()));
    this.map.forEachFeatureAtPixel(
      pixel,
      (shown) => {
        for (const member of membersOf(shown)) {
          if (countOf(member) > 1) unnamed = true;
          else ids.add(idOf(member));
        }
      },
      { hitTolerance: tolerance, layerFilter: (layer) => own.has(layer) },
    );
    if (ids.size === 0 && !unnamed) return undefined;
    return {
      ids: [...ids],
      at: this.map.getCoordinateFromPixel(pixel),
      ...(unnamed ? { unnamed: this.boundsNear(pixel, tolerance) } : {}),
      ...(byKey ? { byKey } : {}),
    };
  }

  private boundsNear([x = 0, y = 0]: number[], pixels: number): Bounds {
    const low = this.map.getCoordinateFromPixel([x - pixels, y + pixels]);
    const high = this.map.getCoordinateFromPixel([x + pixels, y - pixels]);
    return boundsOfExtent([...low, ...high]);
  }

  private onClick({ pixel }: MapBrowserEvent): void {
    if (this.#busy > 0) return;
    this.clicked.notify(this.hitAt(pixel, { tolerance: HIT_PIXELS }));
  }

  private onPoint({ pixel, dragging }: MapBrowserEvent): void {
    if (dragging || this.#busy > 0) return;
    const hit = this.hitAt(pixel, { tolerance: HIT_PIXELS });
    this.#options.element.classList.toggle('kk-map-pointing', hit !== undefined);
    const [id] = hit?.ids ?? [];
    if (id === this.#pointedAt) return;
    this.#pointedAt = id;
    this.pointed.notify(id);
  }
}
