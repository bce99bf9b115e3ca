// The device as the field page knows it.

/** Facts about this device that the field page shows. */
export interface DeviceFacts {
  /** True when it is known who uses the page, or that it was not used before. */
  readonly ready: boolean;
  /** True when the browser keeps the data of the site even if the device runs out of space. */
  readonly persistent: boolean;
  /** True when forms open without a connection. */
  readonly offline: boolean;
  /** Number of entries of other people that wait on this device. */
  readonly ofOthers: number;
  /** True when the entries of the signed-in person cannot be opened. */
  readonly closed: boolean;
  /** Bytes of the files of programs. */
  readonly media: { readonly done: number; readonly total: number };
}

export const NO_FACTS: DeviceFacts = {
  ...{ ready: false, persistent: false, offline: false, ofOthers: 0, closed: false },
  media: { done: 0, total: 0 },
};
