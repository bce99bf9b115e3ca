// How close rows of lists stand: two lines each, or compact in one. Kept on this device; a class of the page, which the skin reads.

import { observable, runInAction } from 'mobx';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';

const KEY = 'Density';
const CLASS = 'kk-compact';

const compact = observable.box(recall(KEY) === 'compact');

const apply = (): void => void document.body.classList.toggle(CLASS, compact.get());
apply();

/** Observable. */
export const isCompact = (): boolean => compact.get();

export const toggleCompact = (): void => {
  runInAction(() => compact.set(!compact.get()));
  remember(KEY, compact.get() ? 'compact' : 'comfortable');
  apply();
};
