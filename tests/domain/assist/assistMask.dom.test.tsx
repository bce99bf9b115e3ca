// Tests the mask of help on the spot on a real page of the recorder: nothing of people leaves the device unless the agent may read it.
import { EventType } from 'rrweb';
import { afterEach, describe, expect, it } from 'vitest';
import { createInterfaceWords } from 'src/domain/assist/client/mask/interfaceWords.client.ts';
import { startCapture, type PageCapture } from 'src/domain/assist/client/pageCapture.client.ts';

const words = createInterfaceWords({
  'app.save': 'Save',
  'list.count': '{count, plural, one {# result} other {# results}} found for {name}',
  'list.more': 'Show {count} more',
  'list.moreOf': '{count} more of the same',
  'list.apart': "{name} isn't here",
  'list.quoted': "'{'{name}'}' is quoted",
  'list.bold': '<b>{name}</b> is a long name',
  'app.only': '{name}',
  'app.short': 'a {name}',
});

const readable = new Map<string, readonly string[]>([['Book-1', ['note']]]);

const shownRules = {
  words,
  mayShow: (id: string, property: string | undefined): boolean => {
    const hidden = readable.get(id);
    return hidden !== undefined && (property === undefined || !hidden.includes(property));
  },
  hiddenTexts: (id: string): readonly string[] => (id === 'Book-1' ? ['Secret Shelf'] : []),
};

let capture: PageCapture | undefined;
const sent: unknown[] = [];

const open = (html: string): string => {
  document.body.innerHTML = html;
  sent.length = 0;
  capture = startCapture({ page: shownRules, emit: (event) => void sent.push(event) });
  return JSON.stringify(sent);
};

afterEach(() => {
  capture?.stop();
  document.body.innerHTML = '';
});

/** The recorder reports changes in a microtask. */
const settled = async (): Promise<void> => {
  for (let at = 0; at < 5; at += 1) await Promise.resolve();
};

describe('the mask of help on the spot', () => {
  it('[ASSIST-01] shows words of the interface, and blocks in place of all other text', () => {
    const text = open('<h2>Save</h2><p>My private words</p><p>12 results found for Grandmother</p><p>Ada</p>');
    expect(text).toContain('"Save"');
    expect(text).toContain('██ results found for ███████████');
    for (const canary of ['private', 'Grandmother', '"12', 'Ada']) expect(text).not.toContain(canary);
  });

  it('[ASSIST-01] finds the message of a text with values, and hides the values', () => {
    const shown = {
      'Show 12 more': 'Show ██ more',
      '12 more of the same': '██ more of the same',
      "Ada isn't here": "███ isn't here",
      '{Ada} is quoted': '{███} is quoted',
      'Ada is a long name': '███ is a long name',
      ' Show 7 more ': ' Show █ more ',
      'a Ada': '█ ███',
      'Show Ada': '████ ███',
      'Ada more of the same day': '███ ████ ██ ███ ████ ███',
    };
    for (const [text, masked] of Object.entries(shown)) expect(words(text)).toBe(masked);
  });

  it('[ASSIST-01] shows a readable item without its restricted values and without names of other items', () => {
    const text = open(`
      <div data-item="Book-1"><b>Public title</b> on Secret Shelf
        <span data-shows="Book-1" data-property="note">canary-note</span>
        <a data-shows="Person-9">canary-person</a>
      </div>
      <div data-item="Book-2"><b>canary-title</b><button>Save</button></div>`);
    expect(text).toContain('Public title');
    for (const canary of ['Secret', 'canary']) expect(text).not.toContain(canary);
  });

  it('[ASSIST-01] masks typed text, passwords, addresses, pictures, charts and attributes', () => {
    const text = open(`
      <div data-item="Book-1">
        <input value="canary-input"><input type="password" value="canary-password"><textarea>canary-area</textarea>
        <div contenteditable="true">canary-edit</div><p data-private>canary-private</p>
      </div>
      <img src="/canary-image.png" alt="canary-alt"><canvas id="canary-canvas"></canvas>
      <svg><text>canary-chart</text></svg>
      <a href="/i-Book-7?c0=canary-query" title="canary-tip" data-canary="canary-data" aria-label="Save">Save</a>
      <p style="background: url(/canary-background); color: red; --x: 'canary-variable'">Save</p>`);
    expect(text).not.toContain('canary');
    expect(text).toContain('color: red');
    expect(text).toContain('"aria-label":"Save"');
  });

  it('[ASSIST-01] masks what is added and changed later, and typed text as it is typed', async () => {
    open('<div id="list"></div><input id="field">');
    sent.length = 0;
    const list = document.querySelector('#list');
    list?.insertAdjacentHTML(
      'beforeend',
      '<p data-item="Book-2">canary-added</p><p data-item="Book-1">Public title</p>',
    );
    await settled();
    const added = document.querySelector('[data-item="Book-2"]');
    if (added?.firstChild) added.firstChild.textContent = 'canary-changed';
    added?.setAttribute('title', 'canary-title');
    const field = document.querySelector('input');
    if (field) field.value = 'canary-typed';
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await settled();
    capture?.collect();
    const text = JSON.stringify(sent);
    expect(text).toContain('Public title');
    expect(text).toContain('████████████');
    expect(text).not.toContain('canary');
  });

  it('[ASSIST-01] sends only the last of the texts that a node had since the last batch, masked', async () => {
    open('<p>First</p><p data-item="Book-1">Public title</p>');
    sent.length = 0;
    const [own, shared] = [...document.querySelectorAll('p')].map(({ firstChild }) => firstChild);
    const change = async (one: string, other: string): Promise<void> => {
      if (own) own.nodeValue = one;
      if (shared) shared.nodeValue = other;
      await settled();
    };
    await change('canary-one', 'Second title');
    expect(JSON.stringify(sent)).toContain('Second title');
    sent.length = 0;
    await change('canary-two', 'Third title');
    await change('Save', 'Fourth title');
    expect(sent).toEqual([]);
    capture?.collect();
    const text = JSON.stringify(sent);
    expect(sent).toHaveLength(1);
    expect(text).toContain('"Save"');
    expect(text).toContain('Fourth title');
    for (const earlier of ['canary', '██', 'Third title']) expect(text).not.toContain(earlier);
    sent.length = 0;
    capture?.collect();
    expect(sent).toEqual([]);
  });

  it('[ASSIST-01] sends held changes before a picture of the whole page, not after it', async () => {
    open('<ul></ul>');
    const list = document.querySelector('ul');
    list?.insertAdjacentHTML('beforeend', '<li>Save</li>');
    await settled();
    list?.insertAdjacentHTML('beforeend', '<li>Save</li>');
    await settled();
    sent.length = 0;
    capture?.snapshot();
    capture?.collect();
    const kinds = sent.map((event) => (event as { readonly type: number }).type);
    expect(kinds).toEqual([EventType.IncrementalSnapshot, EventType.Meta, EventType.FullSnapshot]);
  });

  it('[ASSIST-01] sends an item again when the agent may read it, and blocks when the right ends', () => {
    open('<p data-item="Book-3">Third title</p>');
    expect(JSON.stringify(sent)).not.toContain('Third');
    readable.set('Book-3', []);
    sent.length = 0;
    capture?.refresh(['Book-3']);
    expect(JSON.stringify(sent)).toContain('Third title');
    readable.delete('Book-3');
    sent.length = 0;
    capture?.refresh(['Book-3']);
    expect(JSON.stringify(sent)).toContain('█████ █████');
    expect(JSON.stringify(sent)).not.toContain('Third');
  });
});
