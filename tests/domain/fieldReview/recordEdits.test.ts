import { describe, expect, test } from 'vitest';
import { editCount, editWith, type EditedRecord, type RecordEdit } from 'src/domain/geokeeper/review/recordEdits.ts';
import {
  moveSegmentEnds,
  removePoints,
  restorePoints,
  type EditedTrack,
} from 'src/domain/geokeeper/review/tripTrack.ts';

const positions = [1, 2, 3, 4].map((lat) => ({ lat, lon: 0 }));
const TRACK: EditedTrack = { segments: [positions, positions] };
const before: EditedRecord = {
  ...{ u: 3, place: { type: 'Point', coordinates: [0, 1] }, track: TRACK },
  answers: (path) => ({ who: 'Ana' })[path],
};

const counted = (edit: RecordEdit | undefined): number => (edit ? editCount(edit, before) : 0);

describe('unsaved edits of field data', () => {
  test('[GEO-02] each changed answer, place, point and segment end is counted once', () => {
    const answered = editWith(undefined, { answers: { who: 'Ben', count: 2 } }, before);
    expect(counted(answered)).toBe(2);
    const moved = editWith(answered, { place: { type: 'Point', coordinates: [0, 2] } }, before);
    expect(counted(moved)).toBe(3);
    const track = moveSegmentEnds(removePoints(TRACK, ['0.1', '1.2']), 1, [1, 3]);
    expect(counted(editWith(moved, { track }, before))).toBe(6);
  });

  test('[GEO-02] an edit that was taken back is no edit', () => {
    const answered = editWith(undefined, { answers: { who: 'Ben' } }, before);
    expect(editWith(answered, { answers: { who: 'Ana' } }, before)).toBeUndefined();
    const removed = editWith(undefined, { track: removePoints(TRACK, ['0.1']) }, before);
    expect(
      removed?.track && editWith(removed, { track: restorePoints(removed.track, ['0.1']) }, before),
    ).toBeUndefined();
    expect(editWith(undefined, { place: before.place }, before)).toBeUndefined();
    expect(editWith(undefined, { answers: { none: null } }, before)).toBeUndefined();
  });

  test('[GEO-02] edits name the version of the record in which the first of them was made', () => {
    const first = editWith(undefined, { answers: { who: 'Ben' } }, before);
    const second = editWith(first, { answers: { count: 1 } }, { ...before, u: 4 });
    expect(second).toEqual({ u: 3, answers: { who: 'Ben', count: 1 } });
  });
});
