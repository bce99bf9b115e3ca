// Parts of the client that the modules of the areas need when the page starts. They are separate from extend.ts, whose code loads with the
// first component of an area.

export { clientDomainOf } from 'src/client/clientDomainOf.ts';
export { lazyOf } from 'src/client/ui/lazyOf.ts';
export { addPageMessages } from 'src/client/intl/arrivedMessages.ts';
