// The site configuration in the page cannot break out of its element.

import { expect, it } from 'vitest';
import { scriptJson } from 'src/server/transport/pageRoutes.ts';

it.each(['</script><script>alert(1)</script>', '<!--', ']]>', '&amp;', '\u2028'])(
  '[SHELL-02] %s stays text',
  (siteName) => {
    const json = scriptJson({ siteName });
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual({ siteName });
  },
);
