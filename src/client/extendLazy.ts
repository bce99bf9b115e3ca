// Declares a component of src/domain that is loaded when it is first rendered. It is separate from extend.ts, whose code loads with
// the component.

export { lazyOf } from 'src/client/ui/lazyPart.tsx';
