// Libraries that the page itself contains. The build puts this file into the page, and the other modules of the client get these libraries
// from there (src/server/cli/embedFirstParts.ts). The keys are the names by which they are imported.

// oxlint-disable-next-line no-restricted-imports -- other modules import from this one by name, and are checked
import * as mobx from 'mobx';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';

Object.assign(globalThis, {
  embedded: {
    libraries: {
      mobx,
      react,
      'react/jsx-runtime': jsxRuntime,
      'react-dom': reactDom,
      'react-dom/client': reactDomClient,
    },
  },
});
