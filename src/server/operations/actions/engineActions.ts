// Every action of the engine by name. An area may not declare one of these again.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ActionName } from 'src/model/wire/endpointAt.ts';
import type {
  AnswerInParts,
  AnswerPart,
  Context,
  PreparedWrite,
  ReadingContext,
  WritingContext,
} from 'src/server/context.ts';
import { auditTrail } from 'src/server/operations/actions/auditTrail.ts';
import { markRead, readersNamed } from 'src/server/operations/actions/conversationActions.ts';
import { calendarFeedActions } from 'src/server/operations/actions/calendarFeedActions.ts';
import { filterByPerm } from 'src/server/operations/actions/filterByPerm.ts';
import { accountState, invite } from 'src/server/operations/actions/invitationActions.ts';
import { mailLog, previewMail, retryMail, testMail } from 'src/server/operations/actions/mailActions.ts';
import { listRights, orderListValues } from 'src/server/operations/actions/listActions.ts';
import { itemInvitationActions } from 'src/server/operations/actions/itemInvitationActions.ts';
import { menuItems, saveMenuItems } from 'src/server/operations/actions/menuActions.ts';
import { askAccess } from 'src/server/operations/actions/askAccess.ts';
import {
  chooseNotices,
  fetchNotifications,
  markNotifications,
  noticePreferences,
} from 'src/server/operations/actions/notificationActions.ts';
import { mapLayer } from 'src/server/operations/actions/mapLayer.ts';
import { masquerade } from 'src/server/operations/actions/masquerade.ts';
import { ownAccountActions } from 'src/server/operations/actions/ownAccountActions.ts';
import { overlap } from 'src/server/operations/actions/overlap.ts';
import { readGeoFile } from 'src/server/operations/actions/readGeoFile.ts';
import { deletedItems, restoreItemAction } from 'src/server/operations/actions/restoreActions.ts';
import { peopleRights, setMembership } from 'src/server/operations/actions/peopleActions.ts';
import { chooseSearchAlert, searchAlertsAction } from 'src/server/operations/actions/searchAlertActions.ts';
import { streamFeatures } from 'src/server/operations/actions/streamFeatures.ts';
import { seeAs } from 'src/server/operations/actions/seeAs.ts';
import { setPreferences, setStar } from 'src/server/operations/actions/personActions.ts';
import { killTaskAction, taskRefusals } from 'src/server/operations/actions/taskRequests.ts';
import { saveSiteTexts, siteTexts } from 'src/server/operations/actions/textActions.ts';
import { dropJobAction, retryJobAction, siteState } from 'src/server/operations/actions/stateActions.ts';
import { workflowActions } from 'src/server/operations/actions/workflowActions.ts';
import { applyGrants, revokeGrants, rolesAvailable } from 'src/server/operations/actions/grantActions.ts';

type ContextOf<Effect> = Effect extends 'read' ? ReadingContext : Effect extends 'write' ? WritingContext : never;

/** Context that follows from the declared effect of the action: a `read` has no transaction, a `write` has one. */
export type ActionContext<N extends ActionName> = ContextOf<Endpoints[N]['effect']>;

/**
 * The code of an action that the engine itself offers, declared in schemas/engine/endpoints. Actions of areas are declared there
 * and run by Domain.actions. An action has either `run` or `prepare`.
 */
export interface EngineAction<N extends ActionName = ActionName> {
  readonly name: N;
  /** A visitor may run it. */
  readonly visitors?: true;
  /** Cost of a `read` that searches, counted in searches. Called before the input is validated. */
  searches?(input: Values): number;
  /** `target` is the id that the body names; empty for an action that is declared `on: none`. */
  run?(input: Values, context: ActionContext<N>, target: ItemId): Promise<Json>;
  /** Does what a `write` must not do in its transaction: a search, a password hash, another process. Returns the part that writes. */
  prepare?(input: Values, context: ReadingContext, target: ItemId): Promise<PreparedWrite>;
}

/** An action of the engine that names no item, changes nothing and answers in parts; whoever may search may ask it. */
export interface StreamAction extends Pick<AnswerInParts, 'join'> {
  readonly name: string;
  open(input: Readonly<Record<string, Json>>, context: Context): Promise<AnswerPart>;
  /** `rest` as the part before said it. */
  next(rest: Json, context: Context): Promise<AnswerPart>;
}

export const streamActions: ReadonlyMap<string, StreamAction> = new Map(
  [streamFeatures].map((action) => [action.name, action]),
);

export const engineActions: ReadonlyMap<string, EngineAction> = new Map(
  [
    accountState,
    applyGrants,
    askAccess,
    auditTrail,
    chooseNotices,
    chooseSearchAlert,
    deletedItems,
    dropJobAction,
    fetchNotifications,
    filterByPerm,
    invite,
    listRights,
    mailLog,
    killTaskAction,
    markNotifications,
    mapLayer,
    markRead,
    masquerade,
    menuItems,
    peopleRights,
    previewMail,
    orderListValues,
    overlap,
    readersNamed,
    readGeoFile,
    noticePreferences,
    restoreItemAction,
    retryJobAction,
    retryMail,
    revokeGrants,
    rolesAvailable,
    saveMenuItems,
    saveSiteTexts,
    searchAlertsAction,
    seeAs,
    setMembership,
    siteState,
    siteTexts,
    testMail,
    setPreferences,
    setStar,
    taskRefusals,
    ...calendarFeedActions,
    ...itemInvitationActions,
    ...ownAccountActions,
    ...workflowActions,
  ].map((action) => [action.name, action]),
);
