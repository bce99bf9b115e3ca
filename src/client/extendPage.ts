// The code of item pages that src/domain may use. It is separate from extend.ts so that parts outside of pages load without it.

export { paramOfTab } from 'src/client/navigation/tabFrom.ts';
export { WRITES } from 'src/client/conversations/writesParam.ts';
export { coverFileOf, imageAddress } from 'src/client/viewers/CoverImage.tsx';
export { idsOfFiles } from 'src/client/viewers/fileIds.ts';
export { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
export { Sound } from 'src/client/viewers/Gallery.tsx';
export { EditableValue } from 'src/client/forms/draft/EditableValue.tsx';
export { EventTitle } from 'src/client/displays/EventTitle.tsx';
export { Values } from 'src/client/item/ReadingContent.tsx';
export { EMPTY_STATE, writeState } from 'src/model/listing/listingState.ts';
export { isWide } from 'src/client/item/readingGroups.ts';
