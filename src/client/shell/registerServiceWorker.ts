// Registers /sw.js with scope / after the page has loaded. Failing to register is ignored; anything else is reported (spec platform 8).

// The one Trusted Types policy of the page: which address may become a script by other means than the build's own imports.
// Its name stands in the content security policy (server/transport/securityHeaders.ts); a second policy is refused there.
/** What the DOM's typings do not know yet; a trusted address passes for the string it was made from. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const SERVICE_WORKER = '/sw.js';

const onlyServiceWorker = (url: string): string => {
  if (url !== SERVICE_WORKER) throw new TypeError(`not a script of this site: ${url}`);
  return url;
};

/** Address of the service worker, as the browser wants it. Called once: a policy cannot be made twice. */
const serviceWorkerUrl = (): string => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('knowledge-keeper', { createScriptURL: onlyServiceWorker });
  return policy === undefined ? SERVICE_WORKER : policy.createScriptURL(SERVICE_WORKER);
};

const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof TypeError ||
  (thrown instanceof DOMException &&
    ['SecurityError', 'NotSupportedError', 'InvalidStateError', 'AbortError'].includes(thrown.name));

export const registerServiceWorker = (report: (thrown: unknown) => void): void => {
  // While developing there is none; the page must then not keep an old one.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const register = async (): Promise<void> => {
    try {
      await navigator.serviceWorker.register(serviceWorkerUrl(), { scope: '/' });
    } catch (thrown) {
      if (!isRefusal(thrown)) report(thrown);
    }
  };
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
};
