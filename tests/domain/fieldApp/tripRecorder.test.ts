// Tracks of trips: 8 hours of positions in chunks, pauses, jumps and receivers without an accuracy.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { openFieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { type TripProgress, trackOf } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { TripRecorder } from 'src/domain/geokeeper/fieldApp/TripRecorder.client.ts';
import { isJump, withPosition } from 'src/domain/geokeeper/fieldApp/tripTracking.ts';
import { metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';

const START: TripProgress = { state: 'recording', metres: 0, points: 0 };

const recording = async (userId: string, progress = START) => {
  const vault = await openFieldVault(userId, 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE');
  const watch: { send: (latitude: number, longitude: number, seconds: number, accuracy?: number) => void } = {
    send: () => {},
  };
  const seen: { progress: TripProgress } = { progress };
  const recorder = await TripRecorder.open({
    ...{ vault, instanceId: 'uuid:trip', progress },
    geolocation: {
      watchPosition: (found) => {
        watch.send = (latitude, longitude, seconds, accuracy = 4) =>
          found({
            coords: { latitude, longitude, altitude: null, accuracy } as GeolocationCoordinates,
            timestamp: seconds * 1000,
          } as GeolocationPosition);
        return 1;
      },
      clearWatch: () => {},
    },
    onProgress: (now) => {
      seen.progress = now;
    },
    onFailure: (thrown) => {
      throw thrown;
    },
  });
  recorder.start();
  return { vault, recorder, seen, send: watch };
};

describe('[GEO-01] TripRecorder', () => {
  it('stores 28,800 positions in chunks that are not written again', async () => {
    const { vault, recorder, seen, send } = await recording('User-track');
    for (let second = 0; second < 28_800; second += 1) send.send(50 + second * 0.00001, -120, second);
    await recorder.stop();
    const chunks = await vault.points('uuid:trip');
    expect(chunks).toHaveLength(240);
    expect(await vault.points('uuid:trip', 238)).toEqual(chunks.slice(238));
    expect(trackOf(chunks).segments.map(({ length }) => length)).toEqual([28_800]);
    expect(seen.progress.points).toBe(28_800);
    expect(seen.progress.metres).toBeGreaterThan(31_900);
    expect(seen.progress.metres).toBeLessThan(32_100);
  });

  it('continues after a killed tab with another segment, and loses no position that was recorded', async () => {
    const first = await recording('User-killed');
    for (let second = 0; second < 23; second += 1) first.send.send(50 + second * 0.0001, -120, second);
    // The tab is killed: `stop` is never called. Each position is written when it comes.
    const stored = async () => (await first.vault.points('uuid:trip')).flat().length;
    await expect.poll(stored).toBe(23);
    const second = await recording('User-killed', first.seen.progress);
    const { metres } = first.seen.progress;
    second.send.send(50.01, -120, 600);
    await second.recorder.stop();
    // The way between the two is not known.
    expect(second.seen.progress).toMatchObject({ points: 24, metres });
    expect(trackOf(await second.vault.points('uuid:trip')).segments.map(({ length }) => length)).toEqual([23, 1]);
  });

  it('puts a jump of 1,000 km into its own segment and does not count its distance', async () => {
    const { vault, recorder, seen, send } = await recording('User-jump');
    send.send(50, -120, 0);
    send.send(59, -120, 1);
    send.send(50.0001, -120, 2);
    await recorder.stop();
    expect(trackOf(await vault.points('uuid:trip')).segments.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(seen.progress).toMatchObject({ points: 3, metres: 0 });
  });

  it('measures no distance for a receiver that trembles or reports no accuracy', () => {
    const at = (lat: number) => ({ lat, lon: -120 });
    const trembling = [50, 50.0001, 50, 50.0001].reduce((progress, lat) => withPosition(progress, at(lat)), START);
    expect(trembling.metres).toBe(0);
    expect(metresBetweenPositions(at(50), at(51))).toBeCloseTo(111_195, 0);
    expect(isJump(undefined, { lat: 95, lon: 0 })).toBe(true);
  });
});
