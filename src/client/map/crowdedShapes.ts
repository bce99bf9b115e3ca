// Areas and lines of a crowded layer: drawn once as an image larger than the map, which moves with it. Selected and hovered shapes are
// drawn separately above it, so that the image stays valid, and so are the names, so that they give way to points, clusters and each other.
// Created by FeatureLayer.

import type BaseLayer from 'ol/layer/Base.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import { createNameStyle, createStyle, type Looks } from 'src/client/map/featureStyles.ts';

/** Size of the image relative to the map. Dragging further shows an edge without shapes. */
const PICTURE = 1.5;
/** Above this number, selected shapes are drawn into the image. */
const MOST_RAISED = 300;

const NO_SHAPES: ReadonlySet<string> = new Set();

const isSamePicture = (one: Looks, other: Looks | undefined): boolean =>
  one.theme === other?.theme &&
  one.colourOf === other.colourOf &&
  one.selected === other.selected &&
  one.named === other.named &&
  one.light === other.light;

export class CrowdedShapes {
  readonly layers: readonly BaseLayer[];
  readonly #shapes: VectorSource;
  readonly #raised = new VectorSource();
  readonly #picture: VectorImageLayer;
  readonly #names: VectorLayer;
  readonly #over: VectorLayer;
  #inPicture: Looks | undefined;

  constructor(shapes: VectorSource) {
    this.#shapes = shapes;
    this.#picture = new VectorImageLayer({
      ...{ source: shapes, visible: false, declutter: 'features', imageRatio: PICTURE },
    });
    this.#names = new VectorLayer({ source: shapes, visible: false, declutter: 'features' });
    this.#over = new VectorLayer({ source: this.#raised, visible: false, declutter: 'features' });
    this.layers = [this.#picture, this.#names, this.#over];
  }

  setVisible(visible: boolean): void {
    for (const layer of this.layers) layer.setVisible(visible);
  }

  /** Also used after a change of the shapes. */
  style(looks: Looks): void {
    const { selected, pointed } = looks;
    const many = selected.size > MOST_RAISED;
    const inPicture: Looks = { ...looks, selected: many ? selected : NO_SHAPES, pointed: undefined };
    if (!isSamePicture(inPicture, this.#inPicture)) {
      this.#inPicture = inPicture;
      this.#picture.setStyle(createStyle({ ...inPicture, named: false }, true));
      this.#names.setStyle(createNameStyle(inPicture));
    }
    const raised = [...(many ? NO_SHAPES : selected), ...(pointed === undefined ? [] : [pointed])];
    this.#raised.clear(true);
    this.#raised.addFeatures([...new Set(raised)].flatMap((id) => this.#shapes.getFeatureById(id) ?? []));
    this.#over.setStyle(createStyle({ ...looks, raised: true }, true));
  }

  dispose(): void {
    this.#raised.clear(true);
    for (const layer of this.layers) layer.dispose();
  }
}
