// Features of one layer in OpenLayers: clustered points, single lines and areas, or tiles for larger numbers, with one order, visibility
// and opacity. Created by MapController.

import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import type Geometry from 'ol/geom/Geometry.js';
import Point from 'ol/geom/Point.js';
import LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import Cluster from 'ol/source/Cluster.js';
import VectorSource from 'ol/source/Vector.js';
import type { StyleFunction } from 'ol/style/Style.js';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';
import { CrowdedShapes } from 'src/client/map/crowdedShapes.ts';
import { COVERED, createStyle, type Looks } from 'src/client/map/featureStyles.ts';
import type { MapFeature, TiledLayer } from 'src/client/map/MapFeature.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import { SameAreas } from 'src/client/map/SameAreas.ts';
import { TiledFeatures } from 'src/client/map/tiledFeatures.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Minimum distance in pixels between two separate points. */
const CLUSTER_DISTANCE = 34;
/** Below this number, points are drawn singly, even close together. */
const CLUSTER_FROM = 60;

/** Number of features from which areas and lines are drawn as one image, small ones without names and edges. */
const CROWD_FROM = 300;

const layerFormat = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: 'EPSG:3857' });

export const readShape = (geometry: unknown): Geometry => layerFormat.readGeometry(geometry) as Geometry;

interface Shown {
  readonly given: MapFeature;
  readonly feature: Feature;
}

export class FeatureLayer {
  readonly group: LayerGroup;
  private readonly points = new VectorSource();
  private readonly shapes = new VectorSource();
  private readonly clusters = new Cluster({ source: this.points, distance: 0 });
  private readonly pointLayer: VectorLayer;
  private readonly shapeLayer: VectorLayer;
  private readonly crowd = new CrowdedShapes(this.shapes);
  private readonly shown = new Map<ItemId, Shown>();
  private readonly sameAreas = new SameAreas<ItemId>();
  private tiles: TiledFeatures | undefined;
  private looks: Looks | undefined;
  private currentStyle: StyleFunction | undefined;
  private crowded = false;

  constructor() {
    this.pointLayer = new VectorLayer({ source: this.clusters, declutter: 'features' });
    this.shapeLayer = new VectorLayer({ source: this.shapes, declutter: 'features' });
    this.group = new LayerGroup({ layers: [this.shapeLayer, ...this.crowd.layers, this.pointLayer] });
  }

  /** Updates only features that are new, moved or renamed. */
  show(features: ReadonlyMap<ItemId, MapFeature>): void {
    for (const [id, shown] of this.shown) {
      if (!features.has(id)) this.remove(id, shown);
    }
    const fresh: Feature[] = [];
    for (const [id, given] of features) {
      const before = this.shown.get(id);
      if (before?.given === given) continue;
      if (before) this.remove(id, before);
      const feature = new Feature(readShape(given.geometry));
      feature.setId(id);
      const isCovered = this.sameAreas.add(id, given.geometry);
      feature.setProperties({ label: given.label, type: given.type, [COVERED]: isCovered }, true);
      this.shown.set(id, { given, feature });
      fresh.push(feature);
    }
    this.points.addFeatures(fresh.filter((feature) => feature.getGeometry() instanceof Point));
    this.shapes.addFeatures(fresh.filter((feature) => !(feature.getGeometry() instanceof Point)));
    this.clusters.setDistance(this.points.getFeatures().length >= CLUSTER_FROM ? CLUSTER_DISTANCE : 0);
    const crowded = this.shapes.getFeatures().length >= CROWD_FROM;
    if (crowded !== this.crowded) {
      this.crowded = crowded;
      this.shapeLayer.setVisible(!crowded);
      this.crowd.setVisible(crowded);
    }
    if (crowded && this.looks && fresh.length > 0) this.crowd.style(this.looks);
  }

  /** Shows tiles below the single features. A new `version` loads the tiles again. */
  showTiles(
    tiled: TiledLayer | undefined,
    { version, onFailure }: { readonly version: number; readonly onFailure: (thrown: unknown) => void },
  ): void {
    if (!tiled) {
      this.leaveTiles();
      return;
    }
    if (!this.tiles) {
      this.tiles = new TiledFeatures(onFailure);
      if (this.currentStyle) this.tiles.style(this.currentStyle);
      this.group.getLayers().insertAt(0, this.tiles.layer);
    }
    this.tiles.show(tiled.address, version);
  }

  style(looks: Looks): void {
    const style = createStyle(looks, false);
    this.looks = looks;
    this.currentStyle = style;
    this.pointLayer.setStyle(style);
    this.shapeLayer.setStyle(style);
    this.crowd.style(looks);
    this.tiles?.style(style);
  }

  retheme(theme: MapTheme): void {
    if (this.looks) this.style({ ...this.looks, theme });
  }

  shapeOf(id: ItemId): Geometry | undefined {
    return this.shown.get(id)?.feature.getGeometry();
  }

  dispose(): void {
    this.leaveTiles();
    this.shown.clear();
    this.sameAreas.clear();
    this.clusters.setSource(null);
    for (const source of [this.points, this.shapes]) source.clear(true);
    this.crowd.dispose();
    for (const layer of [this.pointLayer, this.shapeLayer]) layer.dispose();
    this.group.dispose();
  }

  private leaveTiles(): void {
    if (!this.tiles) return;
    this.group.getLayers().remove(this.tiles.layer);
    disposeAfterFrame(this.tiles);
    this.tiles = undefined;
  }

  private remove(id: ItemId, { given, feature }: Shown): void {
    this.shown.delete(id);
    const uncovered = this.sameAreas.remove(id, given.geometry);
    if (uncovered !== undefined) this.shown.get(uncovered)?.feature.set(COVERED, false);
    const source = feature.getGeometry() instanceof Point ? this.points : this.shapes;
    source.removeFeature(feature);
  }
}
