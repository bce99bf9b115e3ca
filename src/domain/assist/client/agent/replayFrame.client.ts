// Creates the replayer of rrweb. Its frame is sandboxed without scripts. Inline styles are not permitted by the content security policy, so
// the rules of the frame are constructed style sheets.

import { type eventWithTime, type playerConfig, Replayer, ReplayerEvents } from 'rrweb';

/** Boxes in place of pictures and maps. */
const BOX_RULES = `
  img, video, audio, canvas, iframe, object, embed, svg:not(.bp6-icon > svg) {
    background: repeating-linear-gradient(45deg, #8a8f98 0 8px, #9aa0a8 8px 16px);
    border-radius: 4px;
    min-inline-size: 8px;
    min-block-size: 8px;
  }
  .kk-assist-picture { display: block; background: none; border-radius: 0; object-fit: fill; }
  .kk-assist-reason {
    display: grid;
    place-items: center;
    box-sizing: border-box;
    padding: 16px 64px;
    background: #4a505b;
    color: #fff;
    font-size: 15px;
    text-align: center;
  }
  * { animation-play-state: paused; caret-color: transparent; }
`;

type FrameWindow = Window & { readonly CSSStyleSheet: typeof CSSStyleSheet };

const constructedSheet = (view: FrameWindow, rules: string): CSSStyleSheet => {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
};

const sheetRules = (sheet: CSSStyleSheet): string => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');

/** The styles of this page, for a page that was recorded with files which a later version of the site does not have. */
const ownRules = (): string => [...document.styleSheets].map(sheetRules).join('\n');

const styleFrame = ({ contentWindow, contentDocument }: HTMLIFrameElement): void => {
  if (!contentWindow || !contentDocument) return;
  // The window of a frame has its own constructors.
  const view = contentWindow as FrameWindow;
  contentDocument.adoptedStyleSheets = [constructedSheet(view, BOX_RULES)];
  for (const link of contentDocument.querySelectorAll('link[rel="stylesheet"]'))
    link.addEventListener(
      'error',
      () => {
        contentDocument.adoptedStyleSheets = [constructedSheet(view, ownRules()), constructedSheet(view, BOX_RULES)];
      },
      { once: true },
    );
};

export const replayInto = (
  root: HTMLElement,
  events: readonly eventWithTime[],
  config: Partial<playerConfig>,
): Replayer => {
  const replayer = new Replayer([...events], {
    ...{ root, mouseTail: false, triggerFocus: false, showWarning: false, pauseAnimation: false },
    ...config,
  });
  // It would insert an inline style, which the policy refuses.
  Reflect.set(replayer, 'insertStyleRules', () => {});
  replayer.iframe.title = '';
  replayer.iframe.tabIndex = -1;
  replayer.on(ReplayerEvents.FullsnapshotRebuilded, () => styleFrame(replayer.iframe));
  return replayer;
};
