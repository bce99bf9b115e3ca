// Frames of a film of the product, each with a line below that says what is seen, written as one animated picture.
// Called by filmTour. A frame shows one window, or two side by side with the names of the people who sit there.
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { atRest } from 'tests/e2e/pictures/atRest.ts';

export const FRAME = { width: 1280, height: 800 };
const CAPTION_HEIGHT = 58;
const HEAD_HEIGHT = 34;
/** One after the other below the line, so that a person sees how far the film is. */
const SECONDS_SHOWN = 60;

interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Shown {
  readonly page: Page;
  /** Name of the window's person, if there are two windows. */
  readonly who?: string;
  /** Position of the pointer. */
  readonly at?: Locator;
}

const middleOf = async (target: Locator): Promise<Point> => {
  const box = await target.boundingBox();
  if (!box) throw new Error(`nothing to point at: ${target.toString()}`);
  return { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 };
};

const POINTER =
  '<svg width="26" height="26" viewBox="0 0 24 24"><path d="M3 2l7.5 19 2.6-7.9L21 10.5z" fill="#fff" stroke="#111" stroke-width="1.6"/></svg>';

interface Taken {
  readonly image: string;
  readonly who?: string;
  readonly pointer?: Point;
}

const take = async ({ page, who, at }: Shown): Promise<Taken> => {
  if (at) await at.hover();
  await atRest(page);
  const image = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  return { image, ...(who === undefined ? {} : { who }), ...(at ? { pointer: await middleOf(at) } : {}) };
};

const windowOf = ({ image, who, pointer }: Taken): string => `<figure>
  ${who === undefined ? '' : `<figcaption>${who}</figcaption>`}
  <div><img src="data:image/png;base64,${image}">${pointer ? `<i style="left:${pointer.x - 3}px;top:${pointer.y - 2}px">${POINTER}</i>` : ''}</div></figure>`;

const sheetOf = (windows: readonly Taken[], caption: string, passed: number): string => `<!doctype html><style>
  *{box-sizing:border-box;margin:0} body{font:600 21px "Noto Sans","Open Sans",sans-serif;background:#23272d;color:#fff;width:${FRAME.width}px}
  main{display:flex;gap:4px;height:${FRAME.height}px} figure{flex:1;display:flex;flex-direction:column} div{position:relative}
  figcaption{height:${HEAD_HEIGHT}px;padding:5px 14px;font-size:16px} img{display:block;width:100%} i{position:absolute}
  p{height:${CAPTION_HEIGHT}px;padding:13px 22px;background:#23272d} b{position:absolute;left:0;bottom:0;height:4px;background:#FDD835;width:${passed * 100}%}
</style><main>${windows.map(windowOf).join('')}</main><p>${caption}</p><b></b>`;

export interface Film {
  /** Caption of the frames that follow. */
  say(caption: string): void;
  /** One frame, for so many seconds. */
  show(seconds: number, ...windows: readonly Shown[]): Promise<void>;
  /** Size of each of two windows side by side. */
  readonly half: { readonly width: number; readonly height: number };
  write(path: string): Promise<void>;
}

export const startFilm = async (browser: Browser): Promise<Film> => {
  const context = await browser.newContext({
    viewport: { width: FRAME.width, height: FRAME.height + CAPTION_HEIGHT },
  });
  const sheet = await context.newPage();
  const frames: Buffer[] = [];
  const delay: number[] = [];
  let caption = '';
  return {
    half: { width: FRAME.width / 2 - 2, height: FRAME.height - HEAD_HEIGHT },
    say: (words) => {
      caption = words;
    },
    show: async (seconds, ...windows) => {
      const taken: Taken[] = [];
      for (const each of windows) taken.push(await take(each));
      delay.push(seconds * 1000);
      const passed = delay.reduce((sum, each) => sum + each, 0) / 1000 / SECONDS_SHOWN;
      await sheet.setContent(sheetOf(taken, caption, Math.min(1, passed)));
      frames.push(await sheet.screenshot());
    },
    write: async (path) => {
      await sharp(frames, { join: { animated: true } })
        .webp({ delay, loop: 0, quality: 80, effort: 5, smartSubsample: true })
        .toFile(path);
      await context.close();
      process.stdout.write(`${frames.length} frames, ${delay.reduce((sum, each) => sum + each, 0) / 1000} s\n`);
    },
  };
};
