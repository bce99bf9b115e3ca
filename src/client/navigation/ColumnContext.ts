// Number of the column that contains a component, so that its links open the next one.

import { createContext, useContext } from 'react';

export const ColumnContext = createContext(0);

export const useColumn = (): number => useContext(ColumnContext);
