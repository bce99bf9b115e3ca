// The only Trusted Types policy of the page. It allows two addresses to become scripts by other means than the build's
// own imports: the service worker and the reader of PDF documents. The content security policy contains its name
// (server/http/securityHeaders.ts) and refuses a second policy.

// oxlint-disable-next-line import/default -- the build makes an address of it
import pdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

export const SERVICE_WORKER = '/sw.js';
export const PDF_WORKER_ADDRESS = pdfWorker;

/** Types that the DOM typings lack; a trusted address is typed as the string from which it was made. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const onlyOwn = (url: string): string => {
  if (url !== SERVICE_WORKER && url !== PDF_WORKER_ADDRESS) throw new TypeError(`not a script of this site: ${url}`);
  return url;
};

// A policy cannot be made twice.
let policy: { createScriptURL(url: string): string } | undefined;

/** The address as the browser wants it. */
export const trustedScript = (url: typeof SERVICE_WORKER | typeof PDF_WORKER_ADDRESS): string => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('knowledge-keeper', { createScriptURL: onlyOwn });
  return policy === undefined ? url : policy.createScriptURL(url);
};
