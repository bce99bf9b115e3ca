// Places the list of people of a message box where it is visible: above the box, or below it where there is too little space above.

/** Returns the top and the bottom of the part of the window in which the element is visible. Its ancestors that scroll cut the rest. */
const visiblePart = (element: Element): { readonly top: number; readonly bottom: number } => {
  let [top, bottom] = [0, window.innerHeight];
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue;
    const box = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  return { top, bottom };
};

/** `frame` contains the box, which has its height, and the list. */
export const placeOffers = (frame: HTMLElement): void => {
  const list = frame.querySelector<HTMLElement>('[role=listbox]');
  if (!list) return;
  list.style.removeProperty('max-block-size');
  const { top, bottom } = visiblePart(frame);
  const box = frame.getBoundingClientRect();
  const [above, below] = [box.top - top, bottom - box.bottom];
  const isBelow = list.offsetHeight > above && below > above;
  frame.toggleAttribute('data-below', isBelow);
  if (!isBelow && list.offsetHeight > above) list.style.setProperty('max-block-size', `${Math.floor(above)}px`);
  // A list below extends the content of the page, which scrolls when the space is too little.
  if (isBelow) list.scrollIntoView({ block: 'nearest' });
};
