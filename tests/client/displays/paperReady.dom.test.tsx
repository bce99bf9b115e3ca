import { expect, it } from 'vitest';
import { paperReady } from 'src/client/displays/paperReady.ts';

const paperWith = (html: string): HTMLElement => {
  const paper = document.createElement('div');
  paper.innerHTML = html;
  return document.body.appendChild(paper);
};

/** Lets everything that is ready be carried out. */
const settled = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

it('[EXPERIENCE] paper is printed when the names of its related items have come, not with "Loading" in their place', async () => {
  const paper = paperWith('<li>Photograph by <a><span class="kk-ghost-word">Loading</span></a></li>');
  let isReady = false;
  const ready = paperReady(paper).then(() => {
    isReady = true;
  });
  await settled();
  expect(isReady).toBe(false);
  const link = paper.querySelector('a')!;
  link.replaceChildren('Soren Riverton');
  await ready;
  expect(paper.textContent).toBe('Photograph by Soren Riverton');
});

it('paper without pictures and names is ready at once', async () => {
  await paperReady(paperWith('<li>Kettle</li>'));
});
