// The code for pages with their own frame (ClientArea.ownPages) that src/domain may use. It is small: such a page loads nothing of the columns,
// and adds its own messages (`pageMessages` of area.json) instead of all later ones.

export type { Client } from 'src/client/Client.ts';
export type { DeviceData } from 'src/client/stores/deviceData.ts';
export { keepFile } from 'src/client/exchange/keepFile.ts';
export { addMessages } from 'src/client/intl/arrivedMessages.ts';
export { messagesOfTree } from 'src/model/text/messageTree.ts';
export { ShellLink } from 'src/client/navigation/ShellLink.tsx';
export { Button, IconButton } from 'src/client/ui/Button.tsx';
export { formatDate } from 'src/client/ui/dates.ts';
export { useMessages } from 'src/client/ui/declaredMessages.ts';
export { recall, remember } from 'src/client/ui/deviceMemory.ts';
export { Icon } from 'src/client/ui/Icon.tsx';
export { Loading } from 'src/client/ui/Loading.tsx';
export { pictureOf, type PictureSource } from 'src/client/ui/shownPicture.ts';
export { Empty } from 'src/client/ui/Notice.tsx';
export { useClient } from 'src/client/useClient.ts';
