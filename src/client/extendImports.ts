// The parts of imports that src/domain may use. They are separate from extend.ts so that parts without an import load without them.

import 'src/client/intl/laterMessages.ts';

export { useUploadedFile, type UploadedFile } from 'src/client/fields/useUploadedFile.ts';
export { FileDrop, SendingProgress } from 'src/client/geoFiles/FileDrop.tsx';
export { RunResult } from 'src/client/tableImport/ImportRuns.tsx';
