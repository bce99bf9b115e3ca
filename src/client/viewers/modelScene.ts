// A 3D model in a canvas: light, a camera that shows all of it, and rotation by pointer and keys. It draws only after changes. Used by
// ModelViewer.tsx.

import {
  Box3,
  Color,
  DirectionalLight,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Texture,
  Vector3,
  WebGLRenderer,
  type Mesh,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { GLTFLoader, type GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { FileFailure } from 'src/client/viewers/fileFailure.ts';
import { pictureSize } from 'src/client/viewers/pictureSize.ts';
import type { StageSize } from 'src/client/viewers/useStageSize.ts';

/** Maximum pixels of a texture, four bytes each after decoding. Larger and broken ones are left out. */
const MAX_TEXTURE_PIXELS = 50e6;
const TURN_STEP = Math.PI / 16;
const ZOOM_STEP = 0.85;
const FIELD_OF_VIEW = 40;

export interface ModelScene {
  resize(size: StageSize): void;
  turn(across: number, up: number): void;
  zoom(step: 1 | -1): void;
  fit(): void;
  dispose(): void;
}

interface Image {
  readonly bufferView?: number;
  readonly mimeType?: string;
}

/** The library would create a `blob:` address for each texture, which the content security policy blocks. */
const withoutAddresses = (parser: GLTFParser) => {
  const known = new Map<number, Promise<Texture>>();
  const load = async (index: number): Promise<Texture> => {
    const { bufferView, mimeType = '' } = (parser.json as { images: Image[] }).images[index] ?? {};
    if (bufferView === undefined) throw new FileFailure('broken');
    const bytes = (await parser.getDependency('bufferView', bufferView)) as ArrayBuffer;
    const size = pictureSize(bytes);
    if (!size || size.width * size.height > MAX_TEXTURE_PIXELS) throw new FileFailure('broken');
    const picture = await createImageBitmap(new Blob([bytes], { type: mimeType }), { colorSpaceConversion: 'none' });
    const texture = new Texture(picture);
    texture.needsUpdate = true;
    texture.userData['mimeType'] = mimeType;
    return texture;
  };
  parser.loadImageSource = async (index) => {
    const loading = known.get(index);
    if (loading) return (await loading).clone();
    const first = load(index);
    known.set(index, first);
    return await first;
  };
  return { name: 'knowledge-keeper-pictures' };
};

const readModel = async (bytes: ArrayBuffer): Promise<Object3D> => {
  try {
    const { scene } = await new GLTFLoader().register(withoutAddresses).parseAsync(bytes, '');
    return scene;
  } catch {
    throw new FileFailure('broken');
  }
};

const rendererFor = (canvas: HTMLCanvasElement): WebGLRenderer => {
  try {
    return new WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    throw new FileFailure('noGraphics');
  }
};

const disposeOf = (root: Object3D): void =>
  root.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const each of [material ?? []].flat()) {
      for (const value of Object.values(each)) if (value instanceof Texture) value.dispose();
      each.dispose();
    }
  });

const lit = (renderer: WebGLRenderer): Scene => {
  const scene = new Scene();
  const generator = new PMREMGenerator(renderer);
  // Metals reflect their surroundings: a grey sky.
  const around = new Scene();
  around.background = new Color(0.7, 0.7, 0.72);
  scene.environment = generator.fromScene(around).texture;
  generator.dispose();
  const sun = new DirectionalLight(0xffffff, 1.6);
  sun.position.set(2, 4, 3);
  scene.add(sun);
  return scene;
};

export const showModel = async (canvas: HTMLCanvasElement, bytes: ArrayBuffer): Promise<ModelScene> => {
  const model = await readModel(bytes);
  const box = new Box3().setFromObject(model);
  if (box.isEmpty()) throw new FileFailure('broken');
  const renderer = rendererFor(canvas);
  const scene = lit(renderer);
  scene.add(model);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  let waiting = 0;
  const draw = (): void => {
    waiting = 0;
    renderer.render(scene, camera);
  };
  const drawSoon = (): void => {
    waiting ||= requestAnimationFrame(draw);
  };
  controls.addEventListener('change', drawSoon);
  const fit = (): void => {
    const [middle, size] = [box.getCenter(new Vector3()), box.getSize(new Vector3()).length()];
    const across = Math.min(1, camera.aspect);
    const distance = size / 2 / Math.sin(((FIELD_OF_VIEW / 2) * Math.PI) / 180) / across;
    camera.near = distance / 100;
    camera.far = distance * 10;
    camera.updateProjectionMatrix();
    controls.target.copy(middle);
    camera.position.copy(middle).add(new Vector3(0.5, 0.4, 1).normalize().multiplyScalar(distance));
    controls.update();
    drawSoon();
  };
  let fitted = false;
  return {
    resize({ width, height }) {
      if (width === 0 || height === 0) return;
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      renderer.setSize(width, height);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      if (!fitted) fit();
      fitted = true;
      draw();
    },
    turn(across, up) {
      controls.rotateLeft(across * TURN_STEP);
      controls.rotateUp(up * TURN_STEP);
      controls.update();
    },
    zoom(step) {
      camera.position
        .sub(controls.target)
        .multiplyScalar(step > 0 ? ZOOM_STEP : 1 / ZOOM_STEP)
        .add(controls.target);
      controls.update();
    },
    fit,
    dispose() {
      cancelAnimationFrame(waiting);
      controls.dispose();
      disposeOf(model);
      scene.environment?.dispose();
      renderer.dispose();
    },
  };
};
