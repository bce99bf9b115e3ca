// Shows a story as in forced colours (high contrast), which a browser otherwise takes from its system: the rules for forced colours of all
// style sheets apply, and colours are those of the system.

const FORCED = /\(forced-colors:\s*active\)/;
const SYSTEM_COLOURS = `
*, *::before, *::after { background-color: Canvas !important; color: CanvasText !important; border-color: CanvasText !important; box-shadow: none !important; text-shadow: none !important; }
a, a * { color: LinkText !important; }
button, [role='button'] { background-color: ButtonFace !important; color: ButtonText !important; border: 1px solid ButtonText !important; }
:disabled, [aria-disabled='true'] { color: GrayText !important; border-color: GrayText !important; }
[aria-selected='true'], [aria-pressed='true'], [aria-current], ::selection, mark { background-color: Highlight !important; color: HighlightText !important; }
`;

const mediaRulesIn = (rules: CSSRuleList): CSSMediaRule[] =>
  [...rules].flatMap((rule) => {
    if (!(rule instanceof CSSGroupingRule)) return [];
    const inner = mediaRulesIn(rule.cssRules);
    return rule instanceof CSSMediaRule ? [rule, ...inner] : inner;
  });

const rulesOf = (sheet: CSSStyleSheet): CSSMediaRule[] => {
  try {
    return mediaRulesIn(sheet.cssRules);
  } catch {
    // A sheet of another origin.
    return [];
  }
};

/** Conditions that were replaced, by their rules. */
const replaced = new Map<CSSMediaRule, string>();
const sheet = document.createElement('style');
sheet.textContent = SYSTEM_COLOURS;

export const forceColours = (forces: boolean): void => {
  for (const [rule, condition] of replaced) rule.media.mediaText = condition;
  replaced.clear();
  sheet.remove();
  if (!forces) return;
  for (const rule of [...document.styleSheets].flatMap(rulesOf)) {
    if (!FORCED.test(rule.media.mediaText)) continue;
    replaced.set(rule, rule.media.mediaText);
    rule.media.mediaText = 'all';
  }
  document.head.append(sheet);
};
