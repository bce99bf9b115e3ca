// The time in the recording at which a passage begins, as players show it.

import type { Json } from 'src/model/item/Item.ts';
import { playTime } from 'src/model/text/playTime.ts';

export const passageTime = ({ start }: Readonly<Record<string, Json>>): Json =>
  typeof start === 'number' ? playTime(start) : null;
