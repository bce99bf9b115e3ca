// Registers /sw.js with scope / after the page has loaded. A refusal to register is reported
// as ignored; anything else is an error.

import { IgnoredError } from 'src/client/connection/ClientProblem.ts';
import { SERVICE_WORKER, trustedScript } from 'src/client/ui/trustedScript.ts';

const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof TypeError ||
  (thrown instanceof DOMException &&
    ['SecurityError', 'NotSupportedError', 'InvalidStateError', 'AbortError'].includes(thrown.name));

export const registerServiceWorker = (report: (thrown: unknown) => void): void => {
  // Development has no service worker; the page must then remove an old one.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const register = async (): Promise<void> => {
    try {
      await navigator.serviceWorker.register(trustedScript(SERVICE_WORKER), { scope: '/' });
    } catch (thrown) {
      report(isRefusal(thrown) ? new IgnoredError(thrown) : thrown);
    }
  };
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
};
