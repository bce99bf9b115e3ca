// Accessibility checks that axe does not have, measured in the current page. Each returns descriptions of problems, or an empty list.
// Called by accessible.e2e.ts. WCAG 2.2: 1.3.1, 1.4.10, 1.4.12, 2.4.2, 2.4.6, 2.5.8, 3.1.1.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

export type Measure = (page: Page) => Promise<unknown[]>;

/** The layout needs time after a change of the window's size, so only lasting faults count. */
export const onceSettled = async (page: Page, measure: Measure): Promise<readonly unknown[]> => {
  let faults: readonly unknown[] = [];
  const look = async (): Promise<void> => {
    faults = await measure(page);
    expect(faults).toEqual([]);
  };
  await vi.waitFor(look, { interval: 500, timeout: 10_000 }).catch(() => undefined);
  return faults;
};

/** Checks for one h1, no skipped heading level, a specific page title, and a language. */
export const outlineFaults = (page: Page, siteName: string): Promise<string[]> =>
  page.evaluate((siteName) => {
    const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6, [role=heading]')].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }),
    );
    const level = (each: HTMLElement): number => Number(each.getAttribute('aria-level') ?? each.tagName.slice(1));
    const faults: string[] = [];
    const firsts = headings.filter((each) => level(each) === 1).length;
    if (firsts !== 1) faults.push(`${firsts} headings of level 1`);
    headings.forEach((each, at) => {
      const before = headings[at - 1];
      if (each.textContent.trim() === '') faults.push(`an empty heading of level ${level(each)}`);
      if (before && level(each) > level(before) + 1)
        faults.push(`heading ${level(each)} "${each.textContent}" follows ${level(before)} "${before.textContent}"`);
    });
    if (!document.title.endsWith(siteName) || document.title === siteName) faults.push(`title "${document.title}"`);
    if (document.documentElement.lang === '') faults.push('no language');
    return faults;
  }, siteName);

/** Targets under 24 px whose circle of 24 px meets another target (WCAG 2.5.8); the criterion exempts links within a sentence. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24;
    const selector =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [role=button], [role=tab], [role=menuitem], [role=option], [role=separator]';
    const boundingBox = (each: HTMLElement): DOMRect => {
      const label = each.matches('input[type=checkbox], input[type=radio]') ? each.closest('label') : null;
      return (label ?? each).getBoundingClientRect();
    };
    const targets = [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((each) => !each.matches(':disabled, [aria-hidden=true] *, .kk-skip'))
      .map((each) => ({ each, box: boundingBox(each) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const inSentence = (each: HTMLElement): boolean => {
      if (!each.matches('a') || getComputedStyle(each).display !== 'inline') return false;
      const around = each.parentElement?.textContent.trim() ?? '';
      return around !== each.textContent.trim();
    };
    const isSmall = (box: DOMRect): boolean => box.width < LEAST - 0.5 || box.height < LEAST - 0.5;
    const apart = (one: DOMRect, other: DOMRect): number => {
      const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
      const reach = isSmall(other)
        ? { x: other.x + other.width / 2, y: other.y + other.height / 2, more: LEAST / 2 }
        : {
            x: Math.min(Math.max(x, other.left), other.right),
            y: Math.min(Math.max(y, other.top), other.bottom),
            more: 0,
          };
      return Math.hypot(x - reach.x, y - reach.y) - reach.more;
    };
    return targets
      .filter(({ each, box }) => isSmall(box) && !inSentence(each))
      .flatMap(({ each, box }) => {
        const near = targets.find(
          (other) =>
            other.each !== each &&
            !other.each.contains(each) &&
            !each.contains(other.each) &&
            apart(box, other.box) < LEAST / 2 - 0.5,
        );
        const name = each.getAttribute('aria-label') ?? each.textContent.trim().slice(0, 30);
        return near
          ? [`${each.tagName} ${each.className} "${name}" is ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`]
          : [];
      });
  });

/** Finds content that needs horizontal scrolling. The grid of a table is exempt, because it needs two dimensions. */
export const sidewaysFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shortened = (each: HTMLElement | null): boolean =>
      each !== null && (getComputedStyle(each).textOverflow === 'ellipsis' || shortened(each.parentElement));
    const faults: string[] = [];
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over > 0) faults.push(`the page is ${over} px too wide`);
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      if (each.closest('.kk-table, svg, .kk-unseen') || !each.checkVisibility({ visibilityProperty: true })) continue;
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const { overflowX, textOverflow } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1)
        faults.push(`${each.tagName}.${each.className} scrolls sideways by ${each.scrollWidth - each.clientWidth} px`);
      else if (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && each.scrollWidth > each.clientWidth + 1)
        faults.push(`${each.tagName}.${each.className} cuts off ${each.scrollWidth - each.clientWidth} px`);
      else if (each.childElementCount === 0 && each.textContent.trim() !== '' && box.right > window.innerWidth + 1)
        if (!shortened(each))
          faults.push(
            `${each.tagName}.${each.className} "${each.textContent.slice(0, 30)}" ends at ${box.right.toFixed(0)} px`,
          );
    }
    return faults;
  });

/** Finds text that is cut off with increased line, letter and word spacing (WCAG 1.4.12). */
export const spacingFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const cut = (): Map<Element, string> => {
      const found = new Map<Element, string>();
      for (const each of document.querySelectorAll<HTMLElement>('body *')) {
        if (each.closest('.kk-table, svg, .kk-unseen') || each.matches('input, textarea, select')) continue;
        if (!each.checkVisibility({ visibilityProperty: true }) || each.textContent.trim() === '') continue;
        const { overflowX, overflowY } = getComputedStyle(each);
        const sideways = /hidden|clip/.test(overflowX) && each.scrollWidth > each.clientWidth + 1;
        const down = /hidden|clip/.test(overflowY) && each.scrollHeight > each.clientHeight + 2;
        if (sideways || down)
          found.set(
            each,
            `${each.tagName}.${each.className} "${each.textContent.trim().slice(0, 40)}" ${sideways ? 'sideways' : 'downwards'}`,
          );
      }
      return found;
    };
    const before = cut();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const after = cut();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    return [...after].filter(([each]) => !before.has(each)).map(([, told]) => told);
  });

/** Describes the focused element and problems of its focus indicator; the name distinguishes walks. */
export const focusFault = (page: Page): Promise<{ readonly at: string; readonly fault?: string }> =>
  page.evaluate(async () => {
    // Focus styles are drawn one frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return { at: '' };
    const words = focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 30);
    const at = `${focused.tagName}.${focused.className} "${words}" ${focused.id}`;
    const seen = focused.matches('input[type=checkbox], input[type=radio]')
      ? (focused.closest('label') ?? focused)
      : focused;
    const box = seen.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, window.innerWidth)];
    let [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
    // A text longer than its scroll container shows as much as the container can.
    for (let each = seen.parentElement; seen.matches('textarea') && each; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowY)) {
        const frame = each.getBoundingClientRect();
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
    if (right - left < 2 || bottom - top < 2) return { at, fault: 'is outside the window' };
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const same = over !== null && (seen.contains(over) || over.contains(seen) || over.closest('label')?.contains(seen));
    if (!same) return { at, fault: `is covered by ${over?.tagName}.${over?.className}` };
    const shows = (each: Element | null): boolean => {
      if (each === null || each === document.body) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    const around = [seen, focused, ...seen.querySelectorAll('*')];
    const ringed = around.some((each) => shows(each)) || shows(seen.parentElement) || shows(seen.closest('li > *'));
    const shadowed = [focused, focused.parentElement].some(
      (each) => each && /\d+px/.test(getComputedStyle(each).boxShadow),
    );
    return ringed || shadowed ? { at } : { at, fault: 'does not show' };
  });

const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';

/** Starts recording the text of live regions, or of one named region. */
export const listen = (page: Page, live = LIVE): Promise<void> =>
  page.evaluate((live) => {
    const said = ((globalThis as { said?: string[] }).said = [] as string[]);
    const note = (region: Element | null | undefined): void => {
      const words = region?.textContent.trim() ?? '';
      if (words !== '') said.push(words);
    };
    new MutationObserver((changes) => {
      const told = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (region) told.add(region);
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue;
          for (const each of [added, ...added.querySelectorAll('*')]) if (each.matches(live)) told.add(each);
        }
      }
      told.forEach(note);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, live);

/** Returns the announcements since `listen`. */
export const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as { said?: string[] }).said ?? []);

/** Finds form errors whose field is not marked invalid or does not refer to them, and fields that refer to nothing. */
export const looseProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('.kf-errors li')].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && each.textContent.trim() !== '',
    );
    const wrong = [...document.querySelectorAll<HTMLElement>('[aria-invalid=true]')];
    const described = (each: HTMLElement): HTMLElement[] =>
      (each.getAttribute('aria-describedby') ?? '').split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const loose = shown.filter(
      (problem) =>
        !wrong.some((field) => described(field).some((each) => each.contains(problem) || problem.contains(each))),
    );
    const silent = wrong.filter(
      (field) =>
        !described(field).some((each) => shown.some((problem) => each.contains(problem) || problem.contains(each))),
    );
    return [
      ...(shown.length === 0 ? ['no error is shown'] : []),
      ...loose.map((each) => `no field points to "${each.textContent}"`),
      ...silent.map((each) => `${each.id} is wrong and does not say why`),
    ];
  });

/** Finds running animations, except endless progress indicators. */
export const movements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap((each) => {
      const { duration, iterations } = each.effect?.getTiming() ?? {};
      const target = each.effect instanceof KeyframeEffect ? each.effect.target : null;
      return Number(duration) > 1 && iterations !== Infinity ? [`${target?.className} for ${String(duration)} ms`] : [];
    }),
  );
