// Views that fill a column, each loaded when it is first shown.

import type { ComponentType, FunctionComponent } from 'react';
import { Loading } from 'src/client/ui/Loading.tsx';
import { type FetchedPart, fetchedPart } from 'src/client/ui/whenLoaded.tsx';

/** Shown while a view is loaded. Its head is as high as that of the view. */
export const Opening = () => (
  <>
    <div className="kk-cell-head" />
    <Loading />
  </>
);

type Load<P> = () => Promise<ComponentType<P>>;

/** Returns a view that can be loaded ahead. */
export const fetchedColumn = <P extends object>(load: Load<P>): FetchedPart<P> => fetchedPart(load, Opening);

/** `columnView(async () => (await import('src/client/home/HomeView.tsx')).HomeView)` */
export const columnView = <P extends object>(load: Load<P>): FunctionComponent<P> => fetchedColumn(load).Part;
