// Keeps the rendered cells of Blueprint's table while it scrolls. The library renders all cells again when one of its properties is another
// object. The visible rectangle and the focused cell are new objects after each scroll, and our cells depend on neither: the rows and columns
// in view are properties of their own, and each cell observes the cursor itself. Loaded by TableDisplay.tsx before the first table is shown.
import { TableBodyCells, type TableBodyCellsProps } from '@blueprintjs/table/lib/esm/tableBodyCells';

const library = Object.getOwnPropertyDescriptors(TableBodyCells.prototype);

const withPlacesOf = (
  props: TableBodyCellsProps,
  { viewportRect, focusedRegion }: TableBodyCellsProps,
): TableBodyCellsProps => ({ ...props, viewportRect, focusedRegion });

TableBodyCells.prototype.shouldComponentUpdate = function ignorePlaces(next) {
  return library.shouldComponentUpdate.value?.call(this, withPlacesOf(next, this.props)) ?? true;
};
TableBodyCells.prototype.componentDidUpdate = function ignorePlaces(before) {
  library.componentDidUpdate.value?.call(this, withPlacesOf(before, this.props));
};
