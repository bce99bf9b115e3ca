// Records the positions of a trip. They are appended in chunks: a stored chunk is never written again, and the newest one is written with each
// position, so a killed tab loses one position at most.

import type { FieldVault, TrackPoint } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import type { TripProgress } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { isJump, withPosition } from 'src/domain/geokeeper/fieldApp/tripTracking.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

const CHUNK_POINTS = 120;

interface TripRecorderOptions {
  readonly vault: FieldVault;
  readonly instanceId: string;
  readonly progress: TripProgress;
  readonly geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'>;
  readonly onProgress: (progress: TripProgress, position: Position) => void;
  readonly onFailure: (thrown: unknown) => void;
}

export class TripRecorder {
  private readonly options: TripRecorderOptions;
  private progress: TripProgress;
  private chunk: number;
  private points: TrackPoint[] = [];
  private before: Position | undefined;
  private watch: number | undefined;
  private writing: Promise<void> = Promise.resolve();

  private constructor(options: TripRecorderOptions, chunk: number) {
    this.options = options;
    this.progress = options.progress;
    this.chunk = chunk;
  }

  /**
   * Continues after the positions that are stored already, with another segment. The way between the two is not known, so it is not measured.
   */
  static async open(options: TripRecorderOptions): Promise<TripRecorder> {
    const chunks = await options.vault.points(options.instanceId);
    // The progress is stored less often than the positions, so a killed tab leaves an earlier one.
    const points = chunks.flat().filter((point) => point !== null).length;
    const { last: _last, ...progress } = options.progress;
    const recorder = new TripRecorder({ ...options, progress: { ...progress, points } }, chunks.length);
    if (chunks.length > 0) recorder.points.push(null);
    return recorder;
  }

  start(): void {
    const { geolocation, onFailure } = this.options;
    this.watch ??= geolocation.watchPosition((found) => this.add(this.positionOf(found)), onFailure, {
      enableHighAccuracy: true,
      maximumAge: 0,
    });
  }

  /** Stops watching and stores what is not stored yet. */
  async stop(): Promise<void> {
    if (this.watch !== undefined) this.options.geolocation.clearWatch(this.watch);
    this.watch = undefined;
    await this.flush();
  }

  /** Stores the newest positions. */
  flush(): Promise<void> {
    const { vault, instanceId, onFailure } = this.options;
    const [chunk, points] = [this.chunk, [...this.points]];
    if (points.some((point) => point !== null))
      this.writing = this.writing.then(() => vault.putPoints(instanceId, chunk, points)).catch(onFailure);
    return this.writing;
  }

  private positionOf({ coords, timestamp }: GeolocationPosition): Position {
    const { latitude, longitude, altitude, accuracy } = coords;
    return {
      lat: Number(latitude.toFixed(7)),
      lon: Number(longitude.toFixed(7)),
      ...(altitude === null ? {} : { alt: Number(altitude.toFixed(1)) }),
      ...(Number.isFinite(accuracy) ? { accuracy: Number(accuracy.toFixed(1)) } : {}),
      at: new Date(timestamp).toISOString(),
    };
  }

  private add(position: Position): void {
    // A jump is stored as a point of its own segment, so the review shows it and the line does not cross the map.
    const jumped = isJump(this.before, position);
    if (jumped && !(Number.isFinite(position.lat) && Number.isFinite(position.lon))) return;
    if (jumped && this.before !== undefined) this.points.push(null);
    this.before = position;
    this.points.push(position);
    if (jumped) {
      const { last: _last, ...rest } = this.progress;
      this.progress = { ...rest, points: rest.points + 1, last: position };
    } else this.progress = withPosition(this.progress, position);
    const isWhole = this.points.length >= CHUNK_POINTS;
    void this.flush();
    if (isWhole) {
      this.chunk += 1;
      this.points = [];
    }
    this.options.onProgress(this.progress, position);
  }
}
