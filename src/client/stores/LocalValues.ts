// Small values stored on this device as JSON (widths, language, latest targets), or in memory when the browser stores nothing. Stored
// values may be old or foreign, so callers validate them.

import type { KeyValueStorage } from 'src/client/connection/environment.ts';

export class LocalValues {
  private readonly storage: KeyValueStorage | undefined;
  private readonly memory = new Map<string, string>();

  constructor(storage: KeyValueStorage | undefined) {
    this.storage = storage;
  }

  get available(): boolean {
    return this.storage !== undefined;
  }

  text(key: string): string | undefined {
    return this.memory.get(key) ?? this.storage?.getItem(key) ?? undefined;
  }

  setText(key: string, text: string): void {
    // A full storage must not prevent work.
    try {
      if (!this.storage) throw new Error('no storage');
      this.storage.setItem(key, text);
      this.memory.delete(key);
    } catch {
      this.memory.set(key, text);
    }
  }

  remove(key: string): void {
    this.memory.delete(key);
    this.storage?.removeItem(key);
  }

  read(key: string): unknown {
    const text = this.text(key);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  write(key: string, value: unknown): void {
    this.setText(key, JSON.stringify(value));
  }
}
