// The parts of recordings that src/domain may use. They are separate from extend.ts so that parts without a recording load without them.

import 'src/client/intl/laterMessages.ts';

export { useFileChoice } from 'src/client/fields/useFileChoice.tsx';
export { hrefOf, fileTitle, isRecording } from 'src/client/viewers/fileFacts.ts';
export { goTo, play } from 'src/client/viewers/mediaKeys.ts';
export { RecordingPlayer } from 'src/client/viewers/RecordingPlayer.tsx';
export { taskOfItem } from 'src/client/tasks/taskOfItem.ts';
export { MenuButton } from 'src/client/ui/Menu.tsx';
export { LevelTag } from 'src/client/ui/LevelTag.tsx';
