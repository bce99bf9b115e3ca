// Draws on a map: new points, lines and areas, moving and removing positions, cutting, with snapping to existing shapes. Used by geometry
// fields, measuring and search by area. It keeps no value: each change is reported, and shown when the caller passes it to show().

import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import Modify from 'ol/interaction/Modify.js';
import Snap from 'ol/interaction/Snap.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { getArea, getLength } from 'ol/sphere.js';
import { makeAutoObservable, runInAction } from 'mobx';
import { Listeners } from 'src/base/Listeners.ts';
import { FEWEST, geometryOf, shapePartsOf, type PartKind, type ShapePart } from 'src/client/fields/text/shapes.ts';
import { withinGlobe } from 'src/client/map/dateLine.ts';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import { MAP_COLOURS, MARKER_RADIUS } from 'src/client/map/mapConstants.ts';
import type { Json } from 'src/model/item/Item.ts';

export type DrawTool = PartKind | 'cut';

/** Returns the number of positions that a drawing needs. */
export const fewestOf = (tool: DrawTool): number => FEWEST[tool === 'cut' ? 'LineString' : tool];

const shapeFormat = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: 'EPSG:3857' });
const VERTEX_RADIUS = 5;

/** Returns several parts when the shape crosses the date line. */
const partsFrom = (shape: Geometry): readonly ShapePart[] =>
  shapePartsOf(shapeFormat.writeGeometryObject(shape, { decimals: 6 }) as unknown as Json).flatMap(withinGlobe);

const featurePositions = (feature: { getGeometry(): unknown }): MultiPoint | undefined => {
  const shape = feature.getGeometry() as Geometry & { getCoordinates(): number[][] | number[][][] };
  const type = shape.getType();
  if (type === 'LineString') return new MultiPoint(shape.getCoordinates() as number[][]);
  return type === 'Polygon' ? new MultiPoint((shape.getCoordinates() as number[][][]).flat()) : undefined;
};

export class ShapeEditor {
  tool: DrawTool | undefined;
  /** Number of positions of the current drawing. */
  count = 0;
  /** Metres or square metres of the current drawing. */
  size = 0;
  /** Notified when a drawing is finished: one part, or one on each side of the date line. */
  readonly ended = new Listeners<[parts: readonly ShapePart[], tool: DrawTool]>();
  /** Notified when positions were added to the current drawing or removed: its parts, as if it ended now; empty while it has too few. */
  readonly sketched = new Listeners<[parts: readonly ShapePart[], tool: DrawTool]>();
  /** Notified when shown parts were changed on the map. */
  readonly changed = new Listeners<[parts: readonly ShapePart[]]>();
  readonly #map: MapController;
  readonly #source = new VectorSource();
  readonly #layer: VectorLayer;
  #shown: readonly { readonly part: ShapePart; readonly feature: Feature | undefined }[] = [];
  #draw: Draw | undefined;
  /** The current drawing. */
  #sketch: Feature | undefined;
  readonly #modify: Modify | undefined;
  readonly #snap: Snap;
  #release: (() => void) | undefined;

  /** `editable`: positions of shown parts can be moved, added and removed. */
  constructor(map: MapController, editable: boolean) {
    this.#map = map;
    this.#layer = new VectorLayer({ source: this.#source, style: this.styles(), zIndex: 10 });
    this.#snap = new Snap({ source: this.#source, pixelTolerance: 8 });
    map.map.addLayer(this.#layer);
    if (editable) {
      this.#modify = new Modify({ source: this.#source, pixelTolerance: 10 });
      this.#modify.on('modifyend', () => this.handOn());
      map.map.addInteraction(this.#modify);
    }
    map.map.addInteraction(this.#snap);
    // Parts that cannot be edited do not attract the pointer.
    this.#snap.setActive(editable);
    makeAutoObservable<this>(this, {}, { autoBind: true });
  }

  /** Shows the existing parts. */
  show(parts: readonly ShapePart[]): void {
    this.#source.clear(true);
    // Parts with an invalid position are hidden until it is valid, and stay unchanged.
    const isReadable = ({ rings }: ShapePart): boolean => rings.flat().every((vertex) => typeof vertex !== 'string');
    this.#shown = parts.map((part) => ({
      part,
      feature: isReadable(part) ? new Feature(readShape(geometryOf([part]))) : undefined,
    }));
    this.#source.addFeatures(this.#shown.flatMap(({ feature }) => feature ?? []));
  }

  start(tool: DrawTool): void {
    this.stop();
    this.tool = tool;
    const draw = new Draw({
      source: new VectorSource(),
      type: tool === 'cut' ? 'LineString' : tool,
      stopClick: true,
      style: this.styles(),
    });
    draw.on('drawstart', ({ feature }) => this.follow(feature));
    draw.on('drawend', ({ feature }) => this.end(feature));
    draw.on('drawabort', () => this.follow(undefined));
    this.#draw = draw;
    this.#modify?.setActive(false);
    this.#map.map.addInteraction(draw);
    // Snapping must be added last, so that it changes the input of the other interactions.
    this.#map.map.removeInteraction(this.#snap);
    this.#map.map.addInteraction(this.#snap);
    this.#snap.setActive(true);
    this.#release = this.#map.occupy();
  }

  stop(): void {
    this.#sketch = undefined;
    if (this.#draw) this.#map.map.removeInteraction(this.#draw);
    this.#draw?.dispose();
    this.#draw = undefined;
    this.#release?.();
    this.#release = undefined;
    this.#modify?.setActive(true);
    this.#snap.setActive(this.#modify !== undefined);
    this.tool = undefined;
    this.count = 0;
    this.size = 0;
  }

  /** Drops the current drawing. */
  cancel(): void {
    const { tool } = this;
    this.stop();
    if (tool) this.sketched.notify([], tool);
  }

  /** Adds a position in the middle of the map, for drawing by keyboard. */
  addMiddle(): void {
    const center = this.#map.map.getView().getCenter();
    if (!this.#draw || !center) return;
    if (this.tool === 'Point') {
      this.ended.notify(partsFrom(readShapeAt(center)), 'Point');
      return;
    }
    this.#draw.appendCoordinates([center]);
  }

  undoPosition(): void {
    this.#draw?.removeLastPoint();
  }

  finish(): void {
    this.#draw?.finishDrawing();
  }

  /** Called after a change of the theme. */
  restyle(): void {
    this.#layer.setStyle(this.styles());
  }

  dispose(): void {
    this.stop();
    if (this.#modify) this.#map.map.removeInteraction(this.#modify);
    this.#modify?.dispose();
    this.#map.map.removeInteraction(this.#snap);
    this.#snap.dispose();
    this.#map.map.removeLayer(this.#layer);
    this.#source.clear(true);
    disposeAfterFrame(this.#layer);
  }

  private handOn(): void {
    // The source has a different order.
    const parts = this.#shown.flatMap(({ part, feature }) => {
      const shape = feature?.getGeometry();
      return shape ? partsFrom(shape) : [part];
    });
    this.changed.notify(parts);
  }

  private follow(feature: Feature | undefined): void {
    this.#sketch = feature;
    const look = (): void => {
      const shape = feature?.getGeometry();
      const before = this.count;
      runInAction(() => {
        this.count = shape ? positionCount(shape) : 0;
        this.size = shape ? groundSize(shape) : 0;
      });
      // Deferred, because the library changes the shape in steps.
      if (feature && this.count !== before) queueMicrotask(() => this.report(feature));
    };
    feature?.getGeometry()?.on('change', look);
    look();
  }

  private report(feature: Feature): void {
    const shape = feature.getGeometry();
    const { tool } = this;
    if (feature !== this.#sketch || !shape || !tool || tool === 'Point') return;
    const placed = this.count < fewestOf(tool) ? undefined : placedShape(shape);
    this.sketched.notify(placed ? partsFrom(placed) : [], tool);
  }

  private end(feature: Feature): void {
    const shape = feature.getGeometry();
    const { tool } = this;
    this.#sketch = undefined;
    if (!shape || !tool) return;
    // Deferred, because the listener may stop the drawing within the event.
    queueMicrotask(() => this.ended.notify(partsFrom(shape), tool));
  }

  private styles(): Style[] {
    const { halo } = this.#map.theme;
    const colour = MAP_COLOURS.selected;
    const dot = (radius: number): CircleStyle =>
      new CircleStyle({ radius, fill: new Fill({ color: colour }), stroke: new Stroke({ color: halo, width: 2 }) });
    return [
      new Style({ stroke: new Stroke({ color: halo, width: 6 }) }),
      new Style({
        fill: new Fill({ color: `${colour}2e` }),
        stroke: new Stroke({ color: colour, width: 3 }),
        image: dot(MARKER_RADIUS),
      }),
      new Style({ image: dot(VERTEX_RADIUS), geometry: featurePositions as never }),
    ];
  }
}

const readShapeAt = (center: readonly number[]): Geometry => new MultiPoint([[...center]]).getPoint(0);

/**
 * Excludes the last position, which follows the pointer. The library closes the ring of an area only with the first move after its start.
 */
const positionCount = (shape: Geometry): number => {
  if (shape instanceof Polygon) {
    const [ring = []] = shape.getCoordinates();
    return ring.length === 0 ? 0 : Math.max(1, ring.length - 2);
  }
  return shape instanceof LineString ? Math.max(0, shape.getCoordinates().length - 1) : 0;
};

/** Returns the shape without the position that follows the pointer. */
const placedShape = (shape: Geometry): Geometry | undefined => {
  const count = positionCount(shape);
  if (shape instanceof LineString) return new LineString(shape.getCoordinates().slice(0, count));
  if (!(shape instanceof Polygon)) return undefined;
  const ring = (shape.getCoordinates()[0] ?? []).slice(0, count);
  return new Polygon([[...ring, ...ring.slice(0, 1)]]);
};

const groundSize = (shape: Geometry): number => (shape.getType() === 'Polygon' ? getArea(shape) : getLength(shape));
