// Checks before anything else is loaded whether this browser can run the product, and only then loads the bundle, whose tags the build puts
// into the template #bundle (vite.config.ts). Any browser must be able to read this file: ES5, no module, no build.

/* oxlint-disable no-var, no-unused-vars -- ES5 */
(function () {
  // Applies the theme that the device used last (ui/theme.ts) before the page is rendered.
  try {
    document.documentElement.style.colorScheme = window.localStorage.getItem('Theme') || '';
  } catch (refused) {
    // The page follows the system when there is no storage.
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

  // Returns true on a page with its own frame, which needs nothing of the columns.
  function hasOwnFrame() {
    var template = document.getElementById('own-pages');
    var paths = template ? template.content.textContent.split(' ') : [];
    return paths.indexOf(window.location.pathname.split('/')[1]) >= 0;
  }

  // Opens the socket and authenticates it. Its messages are stored for the bundle.
  function openSocket(early, version) {
    var socket = new WebSocket(window.location.origin.replace(/^http/, 'ws') + '/ws');
    socket.onopen = function () {
      socket.send(JSON.stringify({ o: 'tokenAuth', b: early.token, s: 'early', v: version }));
    };
    socket.onmessage = function (event) {
      early.messages.push(event.data);
    };
    return socket;
  }

  // Sends a request. The answer is undefined after any failure; the bundle then sends the request itself.
  function ask(early, o, b) {
    var headers = { 'Content-Type': 'application/json', Authorization: 'Bearer ' + early.token };
    var body = JSON.stringify({ o: o, b: b, s: 'early' });
    var answer = window.fetch('/api/item', { method: 'POST', headers: headers, body: body }).then(function (response) {
      return response.ok ? response.json() : undefined;
    });
    early.answers.push({
      o: o,
      b: JSON.stringify(b),
      answer: answer.then(undefined, function () {}),
    });
  }

  // A signed-in user needs more of the bundle and the answers to the first requests of the page. Both are loaded in parallel;
  // connection/earlyRequests.ts takes over these requests. The server determines the first search of the page.
  function expectSession() {
    try {
      var token = window.localStorage.getItem('Access-Token');
      if (!token) return;
      if (!hasOwnFrame()) bringIn('workspace');
      if (window.location.pathname.indexOf('/i-') >= 0) bringIn('item');
      var site = JSON.parse(document.getElementById('site-configuration').textContent);
      // The token of a host site takes precedence over the stored one.
      if (site.tokenCookie !== null) return;
      var early = { token: token, messages: [], answers: [] };
      window.early = early;
      early.socket = openSocket(early, site.version);
      ask(early, 'getSessionUser', null);
      // The home page and items begin with no list.
      if (!hasOwnFrame() && !/^\/(?:i-|$)/.test(window.location.pathname))
        ask(early, 'openingSearch', { address: window.location.pathname + window.location.search });
    } catch (refused) {
      // The user is not signed in when there is no storage.
    }
  }

  // Called by the page's second script, when the parts that it contains are there.
  window.startBundle = function () {
    if (!isSupported()) return;
    document.head.insertBefore(document.querySelector('style[data-address]'), document.head.firstChild);
    bringIn('entry');
  };

  if (isSupported()) {
    bringIn('bundle');
    expectSession();
  } else {
    document.getElementById('app').textContent = '';
    document.getElementById('not-supported').removeAttribute('hidden');
  }
})();
