// The types of the code that the areas of the product add to the client. The value of all areas is `client.domain`.

import type { ComponentType, FunctionComponent } from 'react';
import type { DeviceData } from 'src/client/stores/deviceData.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { InvalidEntry, SessionUser, SiteConfiguration } from 'src/model/generated/wire.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import type { ItemType, Registry, Screen } from 'src/model/schema/Registry.ts';

export interface MergeField {
  readonly path: string;
  readonly title: string;
}

export interface MergeFieldGroup {
  readonly name: string;
  readonly fields: readonly MergeField[];
}

export interface MergeFieldList {
  /** The fields that a person can put in. */
  readonly groups: readonly MergeFieldGroup[];
  readonly titleOf: (path: string) => string;
  /** Returns the reason for which a field cannot stay; undefined for one that can. */
  readonly problemOf: (path: string) => string | undefined;
}

export type ListMergeFields = (types: Readonly<Record<string, ItemType>>, messages: Messages) => MergeFieldList;

export interface ItemPartProps {
  readonly item: Item;
  /** Another button of the page is the main one. */
  readonly back?: boolean;
}

/** The values that decide which tabs and parts the page of an item has. */
export interface PageContext {
  readonly item: Item;
  readonly type: ItemType;
  readonly registry: Registry;
  readonly user: SessionUser | undefined;
}

export interface TabContext extends PageContext {
  readonly mayUpdate: boolean;
}

export interface TabProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft | undefined;
  readonly goTo: (tab: string) => void;
  /** Keys of the tabs that the item has. */
  readonly tabs: readonly string[];
  /** The part of the column's address parameter that belongs to the tab. */
  readonly within: string | undefined;
  readonly setWithin: (within: string | undefined, replace: boolean) => void;
}

export interface TabTitleContext extends TabContext {
  readonly messages: Messages;
  /** Number of items that name this one, once it is known. */
  readonly related: number | undefined;
  /** Number of conversations about this item, once it is known. */
  readonly conversations: number | undefined;
}

/** A tab of the page of an item. */
export interface ItemTab {
  /** Names the tab in addresses. */
  readonly key: string;
  readonly isShown: (context: TabContext) => boolean;
  readonly page: ComponentType<TabProps>;
  /** The page fills its panel and scrolls by itself. Other pages are scrolled as a whole. */
  readonly fills?: true;
  /** Returns undefined to use the message `tabs.{key}`. */
  readonly title?: (context: TabTitleContext) => string | undefined;
}

/** The value of a page that is open for editing in place. */
export interface EditInPlace {
  readonly draft: ItemDraft;
  readonly open: string | undefined;
  /** Properties that this person may not write. */
  readonly closed: readonly string[];
  readonly setOpen: (path: string | undefined) => void;
  /** Leads to the whole form, where another problem must be corrected first. */
  readonly goToForm: () => void;
}

export interface PagePartProps extends Pick<TabProps, 'item' | 'type' | 'goTo'> {
  /** Undefined where the reader cannot edit in place. */
  readonly place: EditInPlace | undefined;
}

/** A part of the page of an item. */
export interface PagePart {
  readonly key: string;
  /** Position of the part: below the name, above the values as the reader's own work, with the values, or at the end of the page. */
  readonly position: 'head' | 'work' | 'values' | 'end';
  readonly isShown: (context: PageContext) => boolean;
  readonly component: ComponentType<PagePartProps>;
  /** Shows the part in the wizard of the item, too. */
  readonly inWizard?: true;
  /** Returns the properties that the part shows. The groups of values leave them out. */
  readonly covers?: (type: ItemType) => readonly string[];
  /** Class of the empty box that is shown while the code of the part loads. */
  readonly fallback?: string;
}

/** The list in which a part is shown. */
export interface ListContext {
  readonly types: readonly ItemType[];
  readonly registry: Registry;
  readonly user: SessionUser | undefined;
}

export interface ListDialogProps {
  readonly close: () => void;
}

/** A button in the head of a list that opens a dialog. Its text is the message `listParts.{key}`. */
export interface ListPart {
  readonly key: string;
  readonly icon: string;
  readonly isShown: (context: ListContext) => boolean;
  readonly dialog: ComponentType<ListDialogProps>;
}

/** A button of the help menu that opens a dialog. Its text is the message `helpParts.{key}`. */
export interface HelpPart {
  readonly key: string;
  readonly icon: string;
  readonly isShown: (context: { readonly user: SessionUser | undefined; readonly site: SiteConfiguration }) => boolean;
  readonly dialog: ComponentType<HelpDialogProps>;
}

export interface HelpDialogProps {
  readonly close: (applied: boolean) => void;
}

/** A button that fills the form of an open step. */
export interface DraftPart {
  readonly key: string;
  readonly isShown: (type: ItemType) => boolean;
  readonly component: ComponentType<DraftPartProps>;
}

export interface DraftPartProps {
  readonly type: ItemType;
  readonly draft: ItemDraft;
  /** Leads to the form. */
  readonly edit: () => void;
}

export interface ActionDialogProps extends ItemPartProps {
  /** Starts the action with this input. Rejects with the reason for which it cannot begin. */
  readonly start: (input: Values) => Promise<void>;
  readonly close: () => void;
}

export interface FieldPartProps {
  /** Id of the input. The part derives the ids of its own elements from it. */
  readonly id: string;
  /** The name of the field. */
  readonly label: string;
  /** The item that the form is about, with its values as they are typed. Observable. */
  readonly draft: { readonly id: ItemId | undefined; readonly values: Values };
  /** Puts a text in at the cursor. */
  readonly insert: (text: string) => void;
}

export interface ViewProps {
  readonly index: number;
  readonly param: string | undefined;
}

/** Properties of a view that a declared screen names instead of a search. */
export interface ScreenViewProps {
  readonly screen: Screen;
  readonly param: string | undefined;
}

/**
 * A form rule over several fields of one type: what is wrong, at the JSON pointer of the field that should say so.
 * `(values) => (values.from > values.to ? [{ path: '/to', message: 'errors.endBeforeStart' }] : [])`
 */
export type FormRule = (values: Readonly<Record<string, Json>>) => readonly InvalidEntry[];

/** A section of the page of the own account. */
export interface AccountPart {
  readonly key: string;
  readonly component: ComponentType;
}

/** A panel of home. Its title is the message `homeParts.{key}`. */
export interface HomePart {
  readonly key: string;
  readonly icon: string;
  /** `counts`: the number of items of each type that the person sees, empty until it is known. */
  readonly isShown: (context: {
    readonly counts: Readonly<Record<string, number>>;
    readonly user: SessionUser | undefined;
  }) => boolean;
  readonly component: FunctionComponent;
  /** Height of its content as a CSS length, reserved while it loads. */
  readonly height?: string;
}

/** The module of one area. Tabs, parts and buttons are listed in the order in which pages show them. */
export interface ClientArea {
  /** Buttons next to the state of an item, on its page and in lists of steps, by type. They load when they are shown. */
  readonly itemParts?: Readonly<Record<string, ComponentType<ItemPartProps>>>;
  /** Tabs of item pages. They follow the form. */
  readonly tabs?: readonly ItemTab[];
  readonly pageParts?: readonly PagePart[];
  readonly draftParts?: readonly DraftPart[];
  /** Buttons in the heads of lists. */
  readonly listParts?: readonly ListPart[];
  /** Parts below the input of a text in a form, by `{type}.{property}`. They load when they are shown. */
  readonly fieldParts?: Readonly<Record<string, ComponentType<FieldPartProps>>>;
  /** Merge fields that a text in Markdown may contain, by `{type}.{property}`. They load when the text is edited. */
  readonly mergeFields?: Readonly<Record<string, () => Promise<ListMergeFields>>>;
  /** The dialogs that ask for the input of actions which run as tasks, by the name of the action. Loaded when the action is chosen. */
  readonly actionDialogs?: Readonly<Record<string, ComponentType<ActionDialogProps>>>;
  /** Panels of home, after those of the engine. They load when they are shown. */
  readonly homeParts?: readonly HomePart[];
  /** Sections of the page of the own account. They load when the page is opened. */
  readonly accountParts?: readonly AccountPart[];
  /** Buttons of the help menu. Their dialogs load when they are opened. */
  readonly helpParts?: readonly HelpPart[];
  /** Parts that lie over every page after `client.overPage.show(key)`, until `hide(key)`. They load when they are shown. */
  readonly overPage?: Readonly<Record<string, ComponentType>>;
  /** Pages without the columns and the menu, by the path of a screen whose view is `ownPage`. They load when they are opened. */
  readonly ownPages?: Readonly<Record<string, ComponentType>>;
  /** Data on this device that sign-out handles, by a name. It loads at sign-out. */
  readonly deviceData?: Readonly<Record<string, () => Promise<DeviceData>>>;
}

/** All areas of the product. */
export interface ClientDomain extends ClientArea {
  /** Loads the generated form of a type; undefined for a type that has none. */
  readonly loadForm: (type: string) => Promise<LoadedForm | undefined>;
}
