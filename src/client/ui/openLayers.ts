// Dialogs and sheets that cover the page, the last opened one last. One page has one stack. NavigationStore closes the one on top before it
// follows the browser; useBackCloses.ts adds them.

/** Closes a layer. Returns false if it does not cover the page now. */
type CloseLayer = () => boolean;

export const openLayers = new Set<CloseLayer>();

/** Closes the layer on top. Returns false if there is none. */
export const closeTopLayer = (): boolean => [...openLayers].reverse().some((close) => close());
