// The worker's knowledge of interned terms: property, index among the property's terms (for facet counters), and target of relations. The
// words themselves stay in the database.

import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

export interface TermBatch {
  readonly ids: Int32Array;
  readonly props: readonly string[];
  /** Index into `props` per term. */
  readonly prop: Int32Array;
  /** Type number and item number of the target of a relation term; 0 for other terms. */
  readonly targetType: Int32Array;
  readonly targetNumber: Int32Array;
}

export class TermPlaces {
  propOf = new Int32Array(0);
  placeOf = new Int32Array(0);
  targetType = new Int32Array(0);
  targetNumber = new Int32Array(0);
  private readonly props = new Map<string, number>();
  private readonly termsOf: number[][] = [];

  /** Returns the index of a property, from 1; 0 when no term has it. */
  prop(name: string): number {
    return this.props.get(name) ?? 0;
  }

  /** Returns the terms of a property in the order of their indices. */
  terms(prop: number): readonly number[] {
    return this.termsOf[prop] ?? [];
  }

  add(batch: TermBatch): void {
    const props = batch.props.map((name) => this.intern(name));
    batch.ids.forEach((id, index) => {
      this.reserve(id);
      const prop = props[batch.prop[index] ?? 0] ?? 0;
      if (this.propOf[id] !== 0) return;
      const terms = (this.termsOf[prop] ??= []);
      this.propOf[id] = prop;
      this.placeOf[id] = terms.length;
      terms.push(id);
      this.targetType[id] = batch.targetType[index] ?? 0;
      this.targetNumber[id] = batch.targetNumber[index] ?? 0;
    });
  }

  saved(): Saved {
    const { propOf, placeOf, targetType, targetNumber } = this;
    return { texts: [...this.props.keys()], arrays: { propOf, placeOf, targetType, targetNumber } };
  }

  restore(from: Restored): void {
    for (const name of from.texts) this.intern(name);
    this.propOf = from.array('propOf', Int32Array);
    this.placeOf = from.array('placeOf', Int32Array);
    this.targetType = from.array('targetType', Int32Array);
    this.targetNumber = from.array('targetNumber', Int32Array);
    const counts = new Int32Array(this.props.size + 1);
    for (const prop of this.propOf) if (prop > 0) counts[prop] = (counts[prop] as number) + 1;
    for (let prop = 1; prop < counts.length; prop++)
      this.termsOf[prop] = Array.from({ length: counts[prop] as number }, () => 0);
    this.propOf.forEach((prop, id) => {
      const terms = this.termsOf[prop];
      if (prop > 0 && terms) terms[this.placeOf[id] as number] = id;
    });
  }

  private intern(name: string): number {
    const known = this.props.get(name);
    if (known !== undefined) return known;
    const index = this.props.size + 1;
    this.props.set(name, index);
    return index;
  }

  private reserve(id: number): void {
    this.propOf = grown(this.propOf, Int32Array, id + 1);
    this.placeOf = grown(this.placeOf, Int32Array, id + 1);
    this.targetType = grown(this.targetType, Int32Array, id + 1);
    this.targetNumber = grown(this.targetNumber, Int32Array, id + 1);
  }
}
