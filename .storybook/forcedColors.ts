// Shows a story as in forced colours (high contrast) or with reduced motion, which a browser otherwise takes from its system: the rules for
// them apply in all style sheets, and forced colours are those of the system.

const FORCED = /\(forced-colors:\s*active\)/;
const REDUCED = /\(prefers-reduced-motion:\s*reduce\)/;
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

const sheet = document.createElement('style');
sheet.textContent = SYSTEM_COLOURS;

/** Returns a function that applies the rules under a condition of the system, and restores the condition when called with false. */
const forcing = (condition: RegExp): ((forces: boolean) => void) => {
  /** Conditions that were replaced, by their rules. */
  const replaced = new Map<CSSMediaRule, string>();
  return (forces) => {
    for (const [rule, text] of replaced) rule.media.mediaText = text;
    replaced.clear();
    for (const rule of forces ? [...document.styleSheets].flatMap(rulesOf) : []) {
      if (!condition.test(rule.media.mediaText)) continue;
      replaced.set(rule, rule.media.mediaText);
      rule.media.mediaText = 'all';
    }
  };
};

const forceColourRules = forcing(FORCED);

export const forceColours = (forces: boolean): void => {
  forceColourRules(forces);
  if (forces) document.head.append(sheet);
  else sheet.remove();
};

export const reduceMotion = forcing(REDUCED);
