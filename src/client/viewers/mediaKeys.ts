// Keys of a player, as in common players: K plays and pauses, J and L seek, < and > change the speed.

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
export const SKIP_S = 10;

export const setSpeed = (media: HTMLMediaElement | null, speed: number): void => {
  if (media) media.playbackRate = speed;
};

export const goTo = (media: HTMLMediaElement | null, seconds: number): void => {
  if (media) media.currentTime = seconds;
};

/** A recording that cannot be played fires an `error` event. */
export const play = (media: HTMLMediaElement | null): void => void media?.play().catch(() => undefined);

export const skip = (media: HTMLMediaElement, seconds: number): void => {
  const end = Number.isFinite(media.duration) ? media.duration : Infinity;
  media.currentTime = Math.min(end, Math.max(0, media.currentTime + seconds));
};

const nextSpeed = (now: number, by: 1 | -1): number => {
  const at = SPEEDS.findIndex((speed) => speed >= now);
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1;
};

const togglePlay = (media: HTMLMediaElement): void => {
  if (media.paused) play(media);
  else media.pause();
};

export const playerAct = ({ key }: KeyboardEvent, media: HTMLMediaElement | null): (() => void) | undefined => {
  if (!media) return undefined;
  const acts: Readonly<Record<string, () => void>> = {
    k: () => togglePlay(media),
    j: () => skip(media, -SKIP_S),
    l: () => skip(media, SKIP_S),
    '<': () => setSpeed(media, nextSpeed(media.playbackRate, -1)),
    '>': () => setSpeed(media, nextSpeed(media.playbackRate, 1)),
  };
  return acts[key.toLowerCase()];
};
