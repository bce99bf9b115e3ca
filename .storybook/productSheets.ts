// Blueprint's sheet and the skin, in the order of src/client/main.tsx and before every sheet that a part of the page brings. The bundler
// loads the sheets of the preview after those of the chunks it imports, so they are put at the start of the head here.

import 'src/client/ui/fonts.css';
import blueprint from '@blueprintjs/core/lib/css/blueprint.css?inline';
import skin from 'src/client/ui/skin.css?inline';

const sheetOf = (css: string): HTMLStyleElement => {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  return sheet;
};

document.head.prepend(sheetOf(blueprint), sheetOf(skin));
