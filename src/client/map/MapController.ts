// One map outside React: OpenLayers in an element, with base map, layers and view. Every component with a map creates one and disposes it
// when it is closed. It has no controls of its own: those are React components (MapView.tsx), with names and both themes.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import View from 'ol/View.js';
import Feature from 'ol/Feature.js';
import { defaults } from 'ol/interaction/defaults.js';
import type LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import { getPointResolution, toLonLat, transformExtent } from 'ol/proj.js';
import { Listeners } from 'src/base/Listeners.ts';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { FeatureLayer, readShape } from 'src/client/map/FeatureLayer.ts';
import { memberCount, idOf, clusterMembers, positionStyle } from 'src/client/map/featureStyles.ts';
import type { Ground } from 'src/client/map/chosenBaseMap.ts';
import { ConfiguredBaseMap } from 'src/client/map/configuredBaseMap.ts';
import { FileBaseMap } from 'src/client/map/fileBaseMap.ts';
import { FoundMark, type FoundPlace } from 'src/client/map/FoundMark.ts';
import { ShippedBaseMap } from 'src/client/map/shippedBaseMap.ts';
import { paperTheme, themeOf, type MapTheme } from 'src/client/map/mapTheme.ts';
import { answerMapPicture } from 'src/client/map/mapPicture.ts';
import type { LonLat } from 'src/client/map/TrackLayer.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';

const MERCATOR = 'EPSG:3857';
const DEGREES_PROJECTION = 'EPSG:4326';
/** A finger covers more than a pointer. */
const HIT_PIXELS = 6;
/** Arrow keys rarely move a feature exactly to the middle. */
const MIDDLE_PIXELS = 24;
/** Closest zoom when fitting, because one point has no extent. */
const CLOSEST_FIT = 13;
/** Circumference of the globe in web mercator metres. */
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
  /** Position in web mercator, for the popup. */
  readonly at: readonly number[];
  /** Set when tiles show features there without their names: a search within these bounds returns them. */
  readonly unnamed?: Bounds;
  /** True for a key: the popup takes the focus. */
  readonly byKey?: true;
}

/** Search radius: the pointer was between features, or the key means the middle. */
interface Reach {
  readonly tolerance: number;
  readonly byKey?: true;
}

interface MapOptions {
  readonly element: HTMLElement;
  readonly bounds: Bounds;
  /** True for people who want no motion. */
  readonly still: boolean;
  /** False when the wheel scrolls the page. */
  readonly wheel?: boolean;
  /** True for the appearance on paper, independent of the page's theme. */
  readonly paper?: boolean;
}

/** Layer below the features. */
interface GroundLayer {
  readonly group: LayerGroup;
  style(theme: MapTheme): void;
  /** Called with the zoom, for layers with several levels of detail. */
  showAt?(zoom: number): void;
  dispose(): void;
}

/** A layer above the base map. */
interface OverlayLayer {
  readonly group: LayerGroup;
  /** True for a layer that a click passes through. */
  readonly silent?: boolean;
  retheme(theme: MapTheme): void;
  dispose(): void;
}

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;
const roundedDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** Converts an extent. West is greater than east when it crosses the date line. */
const boundsOfExtent = (extent: readonly number[]): Bounds => {
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent([...extent], MERCATOR, DEGREES_PROJECTION);
  const [w, e] = east - west >= 360 ? [-180, 180] : [wrapped(west), wrapped(east)];
  return [
    roundedDegrees(w),
    roundedDegrees(Math.max(-90, south)),
    roundedDegrees(e),
    roundedDegrees(Math.min(90, north)),
  ];
};

const extentOf = ([west, south, east, north]: Bounds): number[] =>
  transformExtent([west, south, west > east ? east + 360 : east, north], DEGREES_PROJECTION, MERCATOR);

export class MapController {
  place: MapPlace | undefined;
  theme: MapTheme;
  base: Ground = 'shipped';
  /** True when no tile of the base map could be loaded. */
  unreached = false;
  readonly map: OlMap;
  /** Notified about a click on features, or on nothing. */
  readonly clicked = new Listeners<[hit: MapHit | undefined]>();
  /** Notified when the pointer enters or leaves a feature. */
  readonly pointed = new Listeners<[id: ItemId | undefined]>();
  readonly #options: MapOptions;
  #ground: GroundLayer = new ShippedBaseMap(() => this.map);
  readonly #layers = new Set<OverlayLayer>();
  readonly #here = new VectorLayer({ source: new VectorSource(), zIndex: 11 });
  readonly #found = new FoundMark();
  /** The place of the last search, until its view is reached or the person clicks. */
  #sought: FoundPlace | undefined;
  #reached = false;
  #isMoved = false;
  #pointedAt: ItemId | undefined;
  /** Number of active tools, which receive clicks. */
  #busy = 0;
  readonly #endPicture: () => void;

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
      layers: [this.#ground.group, this.#here, this.#found.layer],
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
    element.addEventListener('pointerleave', () => this.point(undefined));
    for (const input of ['pointerdown', 'wheel', 'keydown'])
      element.addEventListener(input, () => this.noteMoved(), { capture: true, passive: true });
    this.#endPicture = answerMapPicture(this.map, element, () => this.#ground.group);
    this.fit(bounds, { pad: 0, glide: false });
  }

  /** Draws the map as on paper while it is copied, with larger letters where paper makes the picture smaller. */
  onPaper(letterScale: number, copy: (theme: MapTheme) => void): void {
    const paper = paperTheme(this.#options.element, letterScale);
    const differs = this.theme.dark || letterScale !== this.theme.letterScale;
    if (differs) this.dress(paper);
    copy(paper);
    if (differs) this.dress(this.theme);
  }

  /** Called after a change of the page's theme. */
  retheme(): void {
    this.theme = this.themeNow();
    this.#ground.style(this.theme);
    this.#found.retheme(this.theme);
  }

  showBase(base: Ground): void {
    if (base === this.base) return;
    this.base = base;
    this.#reached = false;
    this.unreached = false;
    this.map.removeLayer(this.#ground.group);
    disposeAfterFrame(this.#ground);
    const ground: GroundLayer = this.makeGround(base, (came) => this.reach(ground, came));
    this.#ground = ground;
    this.map.getLayers().insertAt(0, ground.group);
    ground.style(this.theme);
    ground.showAt?.(this.place?.zoom ?? 0);
  }

  addLayer(): FeatureLayer {
    return this.add(new FeatureLayer());
  }

  add<T extends OverlayLayer>(layer: T): T {
    this.#layers.add(layer);
    this.map.addLayer(layer.group);
    return layer;
  }

  removeLayer(layer: OverlayLayer): void {
    if (!this.#layers.delete(layer)) return;
    this.map.removeLayer(layer.group);
    disposeAfterFrame(layer);
  }

  /** Waits while the map is hidden, such as below a part of the page that is being loaded. */
  fit(bounds: Bounds, { pad = PAD, glide = true, reached = (_whole: boolean): void => undefined } = {}): void {
    const size = this.map.getSize();
    if (!size?.every(Boolean)) {
      this.map.once('change:size', () => this.fit(bounds, { pad, glide, reached }));
      return;
    }
    this.map.getView().fit(extentOf(bounds), {
      size,
      padding: [pad, pad, pad, pad],
      maxZoom: CLOSEST_FIT,
      duration: glide && !this.#options.still ? MOVE_MS : 0,
      callback: reached,
    });
  }

  /** True when the person has begun to move the map, or a search has: what is loaded after that does not move it again. */
  get isMoved(): boolean {
    return this.#isMoved;
  }

  noteMoved(): void {
    this.#isMoved = true;
  }

  /** Removes the mark of a found place. */
  leaveFound(): void {
    this.#sought = undefined;
    this.#found.clear();
  }

  /** Moves the map to a found place and marks it until the next search or click. An item is then shown as after a click on it. */
  showFound(place: FoundPlace): void {
    const { bounds, at, id } = place;
    this.noteMoved();
    this.leaveFound();
    this.clicked.notify(undefined);
    this.#found.show(at, this.theme);
    this.#sought = place;
    // The popup moves the map into its view, which a movement under way would undo.
    const open = (whole: boolean): void => {
      if (!whole || id === undefined || this.#sought !== place) return;
      // Draws the new view now: the popup would be brought into the former one, which is still drawn where motion is reduced.
      this.map.renderSync();
      this.clicked.notify({ ids: [id], at });
    };
    this.fit(bounds, { reached: open });
  }

  zoom(by: 1 | -1): void {
    this.noteMoved();
    const view = this.map.getView();
    const zoom = (view.getZoom() ?? 2) + by;
    if (this.#options.still) view.setZoom(zoom);
    else view.animate({ zoom, duration: MOVE_MS });
  }

  /** Centres the map on bounds outside of its view, with `centred` on any bounds. */
  bringIn([west, south, east, north]: Bounds, { centred = false } = {}): void {
    const view = this.map.getView();
    const [left = 0, bottom = 0, right = 0, top = 0] = view.calculateExtent(this.map.getSize());
    const [w = 0, s = 0, e = 0, n = 0] = extentOf([west, south, east, north]);
    const center = [(w + e) / 2, (s + n) / 2];
    const [x = 0, y = 0] = center;
    if (!centred && x >= left && x <= right && y >= bottom && y <= top) return;
    if (this.#options.still) view.setCenter(center);
    else view.animate({ center, duration: MOVE_MS });
  }

  /** Moves the map to the position of the device, zoomed to its accuracy. */
  showHere({ longitude, latitude, accuracy }: GeolocationCoordinates): void {
    const shape = readShape({ type: 'Point', coordinates: [longitude, latitude] });
    this.noteMoved();
    this.#here.getSource()?.clear(true);
    this.#here.getSource()?.addFeature(new Feature(shape));
    this.#here.setStyle(positionStyle(accuracy, this.theme));
    const view = this.map.getView();
    view.fit(shape.getExtent(), { maxZoom: Math.max(CLOSEST_FIT, view.getZoom() ?? 0), duration: 0 });
  }

  /** Same as a click on the middle. Returns false when there is no feature. */
  openMiddle(): boolean {
    this.leaveFound();
    const [width = 0, height = 0] = this.map.getSize() ?? [];
    const hit =
      this.#busy > 0 ? undefined : this.hitAt([width / 2, height / 2], { tolerance: MIDDLE_PIXELS, byKey: true });
    this.clicked.notify(hit);
    return hit !== undefined;
  }

  /** Returns the position in the middle of the map. */
  middle(): LonLat {
    const [longitude = 0, latitude = 0] = toLonLat(this.map.getView().getCenter() ?? [0, 0]);
    return [longitude, latitude];
  }

  /** Zooms in so that clustered features may be shown singly. */
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

  /** Disables clicks while a tool draws. Returns the function that ends this. */
  occupy(): () => void {
    this.#busy += 1;
    return () => {
      this.#busy -= 1;
    };
  }

  dispose(): void {
    this.#endPicture();
    for (const layer of [...this.#layers]) this.removeLayer(layer);
    this.map.removeLayer(this.#ground.group);
    this.#ground.dispose();
    this.map.removeLayer(this.#here);
    this.#here.dispose();
    this.map.removeLayer(this.#found.layer);
    this.#found.dispose();
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  private makeGround(base: Ground, note: (reached: boolean) => void): GroundLayer {
    const above = (): OlMap => this.map;
    if (typeof base === 'string') return new ShippedBaseMap(above, { land: base === 'shipped' });
    if (base.kind === 'PMTILES_VECTOR' || base.kind === 'PMTILES_RASTER') return new FileBaseMap(base, above, note);
    return new ConfiguredBaseMap(base, note);
  }

  private themeNow(): MapTheme {
    const { element, paper = false } = this.#options;
    return paper ? paperTheme(element) : themeOf(element);
  }

  /** After one tile was loaded, a missing one is only a gap. */
  private reach(ground: unknown, came: boolean): void {
    if (ground !== this.#ground) return;
    if (came) this.#reached = true;
    this.unreached = !this.#reached;
  }

  private dress(theme: MapTheme): void {
    this.#ground.style(theme);
    for (const layer of [...this.#layers, this.#found]) layer.retheme(theme);
    this.map.renderSync();
  }

  private look(): void {
    const view = this.map.getView();
    const [center, zoom] = [view.getCenter(), view.getZoom()];
    if (!this.map.getSize() || !center || zoom === undefined) return;
    const [x = 0, y = 0] = center;
    const around = Math.round(x / WORLD);
    if (around !== 0) {
      // Returns to the main globe: features on its copies are visible, but cannot be edited.
      view.setCenter([x - around * WORLD, y]);
      return;
    }
    this.#ground.showAt?.(zoom);
    runInAction(() => {
      this.place = this.placeNow();
    });
  }

  /** Returns the place of the view, also before it is drawn; undefined while the map has no size. */
  placeNow(): MapPlace | undefined {
    const size = this.map.getSize();
    const view = this.map.getView();
    const [center, zoom, resolution] = [view.getCenter(), view.getZoom(), view.getResolution()];
    if (!size || !center || zoom === undefined || resolution === undefined) return undefined;
    return {
      bounds: boundsOfExtent(view.calculateExtent(size)),
      zoom,
      metres: getPointResolution(MERCATOR, resolution, center, 'm'),
    };
  }

  private hitAt(pixel: number[], { tolerance, byKey }: Reach): MapHit | undefined {
    const ids = new Set<ItemId>();
    let unnamed = false;
    const own = new Set([...this.#layers].flatMap(({ group, silent }) => (silent ? [] : group.getLayersArray())));
    this.map.forEachFeatureAtPixel(
      pixel,
      (shown) => {
        for (const member of clusterMembers(shown)) {
          if (memberCount(member) > 1) unnamed = true;
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
    this.leaveFound();
    if (this.#busy > 0) return;
    this.clicked.notify(this.hitAt(pixel, { tolerance: HIT_PIXELS }));
  }

  private onPoint({ pixel, dragging }: MapBrowserEvent): void {
    if (dragging || this.#busy > 0) return;
    const hit = this.hitAt(pixel, { tolerance: HIT_PIXELS });
    this.#options.element.classList.toggle('kk-map-pointing', hit !== undefined);
    this.point(hit?.ids[0]);
  }

  private point(id: ItemId | undefined): void {
    if (id === this.#pointedAt) return;
    this.#pointedAt = id;
    this.pointed.notify(id);
  }
}
