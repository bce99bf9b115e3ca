// Ends layers that were removed from a map.

interface Disposable {
  dispose(): void;
}

/**
 * Disposes of removed layers and their sources after the next frame. When a font arrives, the map redraws the layers of its last frame, and
 * OpenLayers throws for a disposed layer.
 */
export const disposeAfterFrame = (...removed: readonly (Disposable | null | undefined)[]): void => {
  requestAnimationFrame(() => {
    for (const each of removed) each?.dispose();
  });
};
