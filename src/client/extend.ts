// The only client file that src/domain may import: what an area can add, and the parts of the client that it may use.

export type * from 'src/client/ClientDomain.ts';
export { formatDate } from 'src/client/ui/dates.ts';
export { useColumn } from 'src/client/navigation/ColumnContext.ts';
export { CommentPart } from 'src/client/conversations/CommentPart.tsx';
export { MainButton } from 'src/client/navigation/MainButton.tsx';
export { itemName } from 'src/client/navigation/itemName.ts';
export { AddressLines } from 'src/client/invitations/AddressLines.tsx';
export { mayCreate } from 'src/client/navigation/mayCreate.ts';
export { idsIn } from 'src/client/stores/unreadMessages.ts';
export { LivePreview } from 'src/client/tasks/LivePreview.tsx';
export { TaskPreview } from 'src/client/tasks/TaskPreview.tsx';
export { Button } from 'src/client/ui/Button.tsx';
export { Dialog } from 'src/client/ui/Dialog.tsx';
export { LabelledSelect } from 'src/client/ui/LabelledSelect.tsx';
export { Loading } from 'src/client/ui/Loading.tsx';
export { Band } from 'src/client/ui/Notice.tsx';
export type { Messages } from 'src/client/ui/declaredMessages.ts';
export { useMessages } from 'src/client/ui/declaredMessages.ts';
export { useClient } from 'src/client/useClient.ts';
export { failureText, useAskDialog } from 'src/client/workflow/AskDialog.tsx';
export { DayInput } from 'src/client/kinds/date/DayInput.tsx';
