// Grid over the outline of an area. It decides for most points at once whether they are inside. A point is compared with edges only when an
// edge crosses its cell, and only with those of its row. Used for many queries about one area.

import type { Box } from 'src/model/geo/box.ts';
import { enclose, type Edge } from 'src/model/geo/edges.ts';

const CELL_UNKNOWN = 0;
const CELL_OUTSIDE = 1;
const INSIDE = 2;
const CELL_ON_EDGE = 3;

const MIN_EDGES = 32;
const MAX_CELLS = 256;
/** Maximum number of cells of a box. Larger boxes are compared with the edges themselves. */
const MOST_COVERED = 256;
/** Tolerance relative to the largest coordinate: cells count as crossed by edges this close, so that rounding has no effect. */
const EDGE_TOLERANCE = 1e-9;

type Span = readonly [first: number, last: number];

export class AreaCells {
  private readonly box: Box;
  private readonly across: number;
  private readonly width: number;
  private readonly height: number;
  private readonly slack: number;
  private readonly cells: Uint8Array;
  /** Edges that cross each row. */
  private readonly rows: readonly Edge[][];

  constructor(edges: readonly Edge[], box: Box) {
    const [west, south, east, north] = box;
    this.box = box;
    this.across = Math.min(MAX_CELLS, Math.max(MIN_EDGES, Math.ceil(8 * Math.sqrt(edges.length))));
    // An area without extent consists only of its edge.
    this.width = Math.max((east - west) / this.across, Number.MIN_VALUE);
    this.height = Math.max((north - south) / this.across, Number.MIN_VALUE);
    this.slack = EDGE_TOLERANCE * Math.max(...box.map(Math.abs));
    this.cells = new Uint8Array(this.across ** 2);
    this.rows = Array.from({ length: this.across }, () => []);
    for (const edge of edges) this.mark(edge);
    this.fill();
  }

  /** Returns true when the area contains the point, including its edge. */
  holds(x: number, y: number): boolean {
    const [west, south, east, north] = this.box;
    if (x < west || x > east || y < south || y > north) return false;
    const row = this.place(y - south, this.height);
    const cell = this.cells[row * this.across + this.place(x - west, this.width)];
    return cell === CELL_ON_EDGE ? enclose(this.rows[row] ?? [], x, y) : cell === INSIDE;
  }

  /** Returns whether the box is inside the area, or undefined when an edge may cross it. Everything beyond the grid is outside. */
  boxIsInside([left, bottom, right, top]: Box): boolean | undefined {
    const [west, south] = this.box;
    const columns = this.span(left - west, right - west, this.width);
    const rows = this.span(bottom - south, top - south, this.height);
    if ((columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) > MOST_COVERED) return undefined;
    const first = this.cells[rows[0] * this.across + columns[0]];
    for (let row = rows[0]; row <= rows[1]; row++)
      for (let column = columns[0]; column <= columns[1]; column++) {
        const cell = this.cells[row * this.across + column];
        if (cell === CELL_ON_EDGE || cell !== first) return undefined;
      }
    return first === INSIDE;
  }

  private place(distance: number, size: number): number {
    return Math.max(0, Math.min(this.across - 1, Math.floor(distance / size)));
  }

  private span(from: number, to: number, size: number): Span {
    return [this.place(from - this.slack, size), this.place(to + this.slack, size)];
  }

  private mark(edge: Edge): void {
    const [ax, ay, bx, by] = edge;
    const [west, south] = this.box;
    const rows = this.span(Math.min(ay, by) - south, Math.max(ay, by) - south, this.height);
    const xAt = (y: number): number => ax + (bx - ax) * Math.max(0, Math.min(1, (y - ay) / (by - ay)));
    for (let row = rows[0]; row <= rows[1]; row++) {
      this.rows[row]?.push(edge);
      const from = south + row * this.height - this.slack;
      const [one, other] = ay === by ? [ax, bx] : [xAt(from), xAt(from + this.height + 2 * this.slack)];
      const columns = this.span(Math.min(one, other) - west, Math.max(one, other) - west, this.width);
      this.cells.fill(CELL_ON_EDGE, row * this.across + columns[0], row * this.across + columns[1] + 1);
    }
  }

  /** Adjacent cells without an edge between them have the same state, so few of them must be computed. */
  private fill(): void {
    const { across, cells, width, height } = this;
    const [west, south] = this.box;
    for (let row = 0; row < across; row++) {
      let beside = CELL_UNKNOWN;
      for (let column = 0; column < across; column++) {
        const at = row * across + column;
        const below = row === 0 ? CELL_UNKNOWN : (cells[at - across] ?? CELL_UNKNOWN);
        if (cells[at] !== CELL_ON_EDGE)
          cells[at] =
            beside === INSIDE || beside === CELL_OUTSIDE
              ? beside
              : below === INSIDE || below === CELL_OUTSIDE
                ? below
                : enclose(this.rows[row] ?? [], west + (column + 0.5) * width, south + (row + 0.5) * height)
                  ? INSIDE
                  : CELL_OUTSIDE;
        beside = cells[at] ?? CELL_UNKNOWN;
      }
    }
  }
}
