// Parameters of an address. Browsers and Node have the same class; this file declares the part of it that the model uses, which knows
// neither of them.

export interface SearchParams {
  get(name: string): string | null;
  getAll(name: string): string[];
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  delete(name: string): void;
  keys(): Iterable<string>;
  toString(): string;
  [Symbol.iterator](): Iterator<[string, string]>;
}

type Constructor = new (from?: string | SearchParams) => SearchParams;

export const SearchParams = Reflect.get(globalThis, 'URLSearchParams') as Constructor;
