// Decides before anything else is loaded whether this browser can run the product, and only then brings in the bundle, whose tags
// the build puts into the template #bundle (vite.config.ts). Any browser must be able to read this file: ES5, no module, no build.

/* oxlint-disable no-var, no-unused-vars -- ES5 */
(function () {
  // What the page wore last on this device (ui/theme.ts), before anything of it is drawn.
  try {
    document.documentElement.style.colorScheme = window.localStorage.getItem('Theme') || '';
  } catch (refused) {
    // Kept without storage; the page follows the system.
  }

  var globals = [
    'WebSocket',
    'ResizeObserver',
    'IntersectionObserver',
    'structuredClone',
    'AbortController',
    'Promise',
  ];

  function isFunction(owner, name) {
    return owner !== undefined && owner !== null && typeof owner[name] === 'function';
  }

  function isSupported() {
    for (var at = 0; at < globals.length; at += 1) if (!isFunction(window, globals[at])) return false;
    return (
      'noModule' in document.createElement('script') &&
      'content' in document.createElement('template') &&
      isFunction(window.Intl, 'Segmenter') &&
      isFunction(Object, 'hasOwn') &&
      isFunction(Array.prototype, 'toSorted') &&
      isFunction(Array.prototype, 'findLastIndex') &&
      isFunction(window.URL, 'canParse') &&
      isFunction(window.CSS, 'supports') &&
      window.CSS.supports('container-type: inline-size') &&
      window.CSS.supports('selector(:has(a))')
    );
  }

  if (isSupported()) document.head.appendChild(document.importNode(document.getElementById('bundle').content, true));
  else {
    document.getElementById('app').textContent = '';
    document.getElementById('not-supported').removeAttribute('hidden');
  }
})();
