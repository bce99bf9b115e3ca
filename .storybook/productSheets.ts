// Loads Blueprint's style sheet and the skin before the sheets of parts of the page, in the order of src/client/main.tsx. The bundler loads
// the sheets of the preview after those of the chunks it imports, so this file moves them to the start of the head.

import 'src/client/ui/fonts.css';
import blueprint from '@blueprintjs/core/lib/css/blueprint.css?inline';
import skin from 'src/client/ui/skin.css?inline';
import touch from 'src/client/ui/touch.css?inline';

const sheetOf = (css: string): HTMLStyleElement => {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  return sheet;
};

document.head.prepend(sheetOf(blueprint), sheetOf(skin), sheetOf(touch));
