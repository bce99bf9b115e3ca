// Tests that a visit detects unexpected events, so that a passing test proves their absence.
import { describe, expect, it } from 'vitest';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Attempts of a modified page; each is refused and reported. */
const TRIED: readonly { readonly what: string; readonly code: string; readonly told: RegExp }[] = [
  {
    what: 'text that becomes HTML',
    code: `try { document.body.innerHTML = '<b>x</b>' } catch {}`,
    told: /require-trusted-types-for refused trusted-types-sink/,
  },
  {
    what: 'a policy of its own',
    code: `try { trustedTypes.createPolicy('other', {}) } catch {}`,
    told: /trusted-types refused trusted-types-policy/,
  },
  {
    what: 'the policy of the page a second time',
    code: `try { trustedTypes.createPolicy('knowledge-keeper', { createHTML: (text) => text }) } catch {}`,
    told: /trusted-types refused trusted-types-policy/,
  },
  {
    what: 'a script element',
    code: `const script = document.createElement('script'); script.append('window.hacked = true'); document.head.append(script)`,
    told: /script-src-elem refused inline|require-trusted-types-for/,
  },
  {
    what: 'a style sheet',
    code: `document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))`,
    told: /style-src-elem refused inline/,
  },
  {
    what: 'a form that leaves',
    code: `const form = document.createElement('form'); document.body.append(form); form.submit()`,
    told: /form-action refused/,
  },
  {
    what: 'a picture from elsewhere',
    code: `new Image().src = 'https://elsewhere.example/pixel.gif'`,
    told: /img-src refused https:\/\/elsewhere\.example/,
  },
  {
    what: 'a socket to elsewhere',
    code: `try { new WebSocket('wss://elsewhere.example/') } catch {}`,
    told: /connect-src refused wss:\/\/elsewhere\.example/,
  },
  { what: 'an error in the console', code: `console.error('not as it should be')`, told: /not as it should be/ },
  {
    what: 'an uncaught error',
    code: `setTimeout(() => { throw new Error('nobody caught it') })`,
    told: /nobody caught/,
  },
];

describe('a visit', () => {
  it('[SHELL-02] notices what a page must not do, and the page cannot do it', async () => {
    const { page, takeProblems } = await world.open({ serviceWorker: true, at: '/' });
    await page.getByLabel('Email').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(takeProblems()).toEqual([]);
    for (const { what, code, told } of TRIED) {
      await page.evaluate(code);
      await expect.poll(() => takeProblems().join('\n'), { message: what }).toMatch(told);
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
});
