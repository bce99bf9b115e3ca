// Paths of the icons that the shell itself uses, one chunk loaded right after the first paint. Only icons.ts imports it.
// An icon that is missing here still shows; it then comes with the full set.

import add from '@blueprintjs/icons/lib/esm/generated/16px/paths/plus';
import arrowDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down';
import arrowLeft from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-left';
import arrowRight from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-right';
import arrowUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up';
import ban from '@blueprintjs/icons/lib/esm/generated/16px/paths/ban-circle';
import caretDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/caret-down';
import chevronDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-down';
import chevronLeft from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-left';
import chevronRight from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-right';
import code from '@blueprintjs/icons/lib/esm/generated/16px/paths/code';
import cross from '@blueprintjs/icons/lib/esm/generated/16px/paths/cross';
import document from '@blueprintjs/icons/lib/esm/generated/16px/paths/document';
import dot from '@blueprintjs/icons/lib/esm/generated/16px/paths/dot';
import download from '@blueprintjs/icons/lib/esm/generated/16px/paths/download';
import duplicate from '@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate';
import edit from '@blueprintjs/icons/lib/esm/generated/16px/paths/edit';
import envelope from '@blueprintjs/icons/lib/esm/generated/16px/paths/envelope';
import error from '@blueprintjs/icons/lib/esm/generated/16px/paths/error';
import eyeOpen from '@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open';
import filter from '@blueprintjs/icons/lib/esm/generated/16px/paths/filter';
import globe from '@blueprintjs/icons/lib/esm/generated/16px/paths/globe';
import gridView from '@blueprintjs/icons/lib/esm/generated/16px/paths/grid-view';
import help from '@blueprintjs/icons/lib/esm/generated/16px/paths/help';
import history from '@blueprintjs/icons/lib/esm/generated/16px/paths/history';
import home from '@blueprintjs/icons/lib/esm/generated/16px/paths/home';
import inbox from '@blueprintjs/icons/lib/esm/generated/16px/paths/inbox';
import info from '@blueprintjs/icons/lib/esm/generated/16px/paths/info-sign';
import list from '@blueprintjs/icons/lib/esm/generated/16px/paths/list';
import lock from '@blueprintjs/icons/lib/esm/generated/16px/paths/lock';
import logIn from '@blueprintjs/icons/lib/esm/generated/16px/paths/log-in';
import logOut from '@blueprintjs/icons/lib/esm/generated/16px/paths/log-out';
import map from '@blueprintjs/icons/lib/esm/generated/16px/paths/map';
import maximize from '@blueprintjs/icons/lib/esm/generated/16px/paths/maximize';
import media from '@blueprintjs/icons/lib/esm/generated/16px/paths/media';
import menu from '@blueprintjs/icons/lib/esm/generated/16px/paths/menu';
import minimize from '@blueprintjs/icons/lib/esm/generated/16px/paths/minimize';
import more from '@blueprintjs/icons/lib/esm/generated/16px/paths/more';
import notifications from '@blueprintjs/icons/lib/esm/generated/16px/paths/notifications';
import offline from '@blueprintjs/icons/lib/esm/generated/16px/paths/offline';
import pageLayout from '@blueprintjs/icons/lib/esm/generated/16px/paths/page-layout';
import people from '@blueprintjs/icons/lib/esm/generated/16px/paths/people';
import refresh from '@blueprintjs/icons/lib/esm/generated/16px/paths/refresh';
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search';
import shield from '@blueprintjs/icons/lib/esm/generated/16px/paths/shield';
import sort from '@blueprintjs/icons/lib/esm/generated/16px/paths/sort';
import th from '@blueprintjs/icons/lib/esm/generated/16px/paths/th';
import tick from '@blueprintjs/icons/lib/esm/generated/16px/paths/tick';
import time from '@blueprintjs/icons/lib/esm/generated/16px/paths/time';
import timeline from '@blueprintjs/icons/lib/esm/generated/16px/paths/timeline-events';
import trash from '@blueprintjs/icons/lib/esm/generated/16px/paths/trash';
import undo from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo';
import user from '@blueprintjs/icons/lib/esm/generated/16px/paths/user';
import warning from '@blueprintjs/icons/lib/esm/generated/16px/paths/warning-sign';

export const shellIcons: Readonly<Record<string, string[]>> = {
  plus: add,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  'ban-circle': ban,
  'caret-down': caretDown,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  code,
  cross,
  document,
  dot,
  download,
  duplicate,
  edit,
  envelope,
  error,
  'eye-open': eyeOpen,
  filter,
  globe,
  'grid-view': gridView,
  help,
  history,
  home,
  inbox,
  'info-sign': info,
  list,
  lock,
  'log-in': logIn,
  'log-out': logOut,
  map,
  maximize,
  media,
  menu,
  minimize,
  more,
  notifications,
  offline,
  'page-layout': pageLayout,
  people,
  refresh,
  search,
  shield,
  sort,
  th,
  tick,
  time,
  'timeline-events': timeline,
  trash,
  undo,
  user,
  'warning-sign': warning,
};
