// Image viewer: fits the window, zooms by wheel, two fingers, keys and buttons, moves and rotates. It begins with the screen-sized copy and
// loads the original when it shows more and the browser can decode it.

import Panzoom, { type PanzoomObject } from '@panzoom/panzoom';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { attachmentUrl } from 'src/client/fields/display/FilesValue.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';
import { captionOf, numberProperty, fileTypeOf } from 'src/client/viewers/fileFacts.ts';
import { viewerFailure } from 'src/client/viewers/fileFailure.ts';
import { Toolbar, ZoomButtons } from 'src/client/viewers/Toolbar.tsx';
import { useStageSize } from 'src/client/viewers/useStageSize.ts';
import { useViewerKeys } from 'src/client/viewers/useViewerKeys.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';

/** Longest side of the `large` copy. */
const LARGE_SIDE = 1920;
const BY_BROWSER = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
/** Each takes four bytes after decoding. */
const MAX_IMAGE_PIXELS = 50e6;
const MOST_ANIMATED_BYTES = 20e6;
const STEP_PX = 60;
/** Maximum zoom, beyond actual size. */
const CLOSEST = 8;

interface Measures {
  readonly width: number;
  readonly height: number;
}

const declaredMeasures = (file: ViewerProps['file']): Measures | undefined => {
  const [width, height] = [numberProperty(file, 'width'), numberProperty(file, 'height')];
  return width && height ? { width, height } : undefined;
};

const mayUseOriginal = (file: ViewerProps['file'], { width, height }: Measures): boolean =>
  BY_BROWSER.has(fileTypeOf(file)) && width * height <= MAX_IMAGE_PIXELS;

const isAnimated = (file: ViewerProps['file']): boolean => {
  const measures = declaredMeasures(file);
  return (
    fileTypeOf(file) === 'image/gif' &&
    (numberProperty(file, 'size') ?? Infinity) <= MOST_ANIMATED_BYTES &&
    measures !== undefined &&
    mayUseOriginal(file, measures)
  );
};

const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP_PX, 0],
  ArrowRight: [-STEP_PX, 0],
  ArrowUp: [0, STEP_PX],
  ArrowDown: [0, -STEP_PX],
};

interface Zoomed {
  readonly scale: number;
  readonly panzoom: RefObject<PanzoomObject | undefined>;
}

/** `moved` is inside `stage`, which receives pointer and wheel events. */
const usePanzoom = (
  stage: RefObject<HTMLElement | null>,
  moved: RefObject<HTMLElement | null>,
  closest: number,
): Zoomed => {
  const still = useReducedMotion();
  const panzoom = useRef<PanzoomObject>(undefined);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const [outer, inner] = [stage.current, moved.current];
    if (!outer || !inner) return undefined;
    const created = Panzoom(inner, { canvas: true, minScale: 1, panOnlyWhenZoomed: true, touchAction: 'none' });
    panzoom.current = created;
    const note = (): void => setScale(created.getScale());
    const wheel = (event: WheelEvent): void => void created.zoomWithWheel(event);
    inner.addEventListener('panzoomchange', note);
    outer.addEventListener('wheel', wheel, { passive: false });
    return () => {
      inner.removeEventListener('panzoomchange', note);
      outer.removeEventListener('wheel', wheel);
      created.destroy();
    };
  }, [stage, moved]);
  useEffect(() => panzoom.current?.setOptions({ maxScale: closest, animate: !still }), [closest, still]);
  return { scale, panzoom };
};

/** Returns true when the original is loaded, which happens when it would show more. */
const useOriginal = (file: ViewerProps['file'], href: string, isWanted: boolean): boolean => {
  const [original, setOriginal] = useState(() => isAnimated(file));
  const isAsked = isWanted && !original;
  useEffect(() => {
    if (!isAsked) return undefined;
    const loading = new Image();
    let wanted = true;
    loading.src = href;
    // If the original fails to load, the smaller copy stays.
    loading.decode().then(
      () => wanted && setOriginal(true),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [isAsked, href]);
  return original;
};

/** Returns the scale at which the whole image fits; at most its actual size. */
const fitOf = (natural: Measures, space: Measures, sideways: boolean): number =>
  Math.min(
    1,
    space.width / (sideways ? natural.height : natural.width),
    space.height / (sideways ? natural.width : natural.height),
  );

interface Acts {
  readonly zoom: (step: 1 | -1) => void;
  readonly fit: () => void;
  readonly actual: () => void;
  readonly rotate: () => void;
  readonly pan: (x: number, y: number) => void;
}

/** The scale is read at each key, because the rendered one may be outdated. */
const usePictureKeys = ({ zoom, fit, actual, rotate, pan }: Acts, scaleNow: () => number): void =>
  useViewerKeys(({ key }) => {
    const scale = scaleNow();
    const [x, y] = PANS[key] ?? [];
    if (x !== undefined && y !== undefined && scale > 1) return () => pan(x / scale, y / scale);
    const acts: Readonly<Record<string, () => void>> = {
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
      '0': fit,
      '1': actual,
      r: rotate,
    };
    return acts[key.toLowerCase()];
  });

const actsOf = (panzoom: RefObject<PanzoomObject | undefined>, fit: number | undefined, quarter: () => void): Acts => ({
  zoom: (step) => {
    if (step > 0) panzoom.current?.zoomIn();
    else panzoom.current?.zoomOut();
  },
  fit: () => void panzoom.current?.reset(),
  actual: () => void panzoom.current?.zoom(1 / (fit ?? 1)),
  rotate: () => {
    panzoom.current?.reset();
    quarter();
  },
  pan: (x, y) => void panzoom.current?.pan(x, y, { relative: true }),
});

export const ImageViewer = ({ file, name, href, onFailure }: ViewerProps) => {
  const messages = useMessages();
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const moved = useRef<HTMLDivElement>(null);
  const space = useStageSize(stage);
  const [natural, setNatural] = useState(() => declaredMeasures(file));
  const [isThere, setThere] = useState(false);
  const [quarters, setQuarters] = useState(0);
  const fit = natural && space ? fitOf(natural, space, quarters % 2 === 1) : undefined;
  const { scale, panzoom } = usePanzoom(stage, moved, CLOSEST / (fit ?? 1));
  const acts = actsOf(panzoom, fit, () => setQuarters((before) => (before + 1) % 4));
  usePictureKeys(acts, () => panzoom.current?.getScale() ?? 1);
  // The screen-sized copy suffices until it is enlarged.
  const longest = natural ? Math.max(natural.width, natural.height) * (fit ?? 1) * scale * window.devicePixelRatio : 0;
  const original = useOriginal(
    file,
    href,
    natural !== undefined && longest > LARGE_SIDE && mayUseOriginal(file, natural),
  );
  const label = messages.format('viewers.pictureOf', { name });
  return (
    <div className="kk-viewer-fill">
      <Toolbar label={label}>
        <ZoomButtons percent={fit === undefined || !isThere ? undefined : fit * scale} {...acts} />
        <IconButton icon="image-rotate-right" label={messages.format('viewers.rotate')} onClick={acts.rotate} />
      </Toolbar>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut; the buttons do the same */}
      <div
        ref={stage}
        className="kk-viewer-stage kk-viewer-picture"
        data-zoomed={scale > 1 || undefined}
        onDoubleClick={scale > 1 ? acts.fit : acts.actual}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by arrow keys
        tabIndex={0}
        role="group"
        aria-label={label}
        aria-describedby={hint}
      >
        <p id={hint} className="kk-unseen">
          {messages.format('viewers.pictureHint')}
        </p>
        {!isThere && <Loading />}
        <div ref={moved}>
          <img
            src={original ? href : attachmentUrl(file.$id, 'large')}
            alt={captionOf(file) || name}
            draggable={false}
            style={{
              ...(natural && fit !== undefined && { width: natural.width * fit, height: natural.height * fit }),
              transform: `rotate(${quarters * 90}deg)`,
            }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              setNatural((known) => known ?? { width: naturalWidth, height: naturalHeight });
              setThere(true);
            }}
            onError={() => void viewerFailure(href, 'picture').then(onFailure)}
          />
        </div>
      </div>
    </div>
  );
};
