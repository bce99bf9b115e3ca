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

  function bringIn(id) {
    var template = document.getElementById(id);
    if (template) document.head.appendChild(document.importNode(template.content, true));
  }

  // Who was signed in needs more of the bundle, and the socket: its opening is made while the bundle is on its way
  // (connection/browserEnvironment.ts takes it over).
  function expectSession() {
    try {
      if (!window.localStorage.getItem('Access-Token')) return;
      bringIn('workspace');
      window.earlySocket = new WebSocket(window.location.origin.replace(/^http/, 'ws') + '/ws');
    } catch (refused) {
      // Without storage nobody is signed in yet.
    }
  }

  if (isSupported()) {
    bringIn('bundle');
    expectSession();
  } else {
    document.getElementById('app').textContent = '';
    document.getElementById('not-supported').removeAttribute('hidden');
  }
})();
