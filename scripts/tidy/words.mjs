/**
 * Words that say less than the field's own term, each with what to write instead. They are matched in any case, in
 * sources, tests and pages. `language.mjs` lists the files that quote them.
 */
export const plainWords = [
  [
    /(?<!["'`/:.])\bnobody\b(?!["'`/:])(?! does not exist)/i,
    "no one in particular has a role: name it (no member, no visitor), or use a passive verb"
  ],
  [/\bwhoever\b/i, "the caller, a member, the visitor, the operator or the host application"],
  [/(?<!["'`])\bsomebody\b/i, "a member, a visitor, a person or another request"],
  [/\b(?:is|are|was|were|be|been|being) told\b(?! apart)/i, "is notified, receives, or is informed"],
  [/\btold (?:of|about|that)\b/i, "notified of, or reported"],
  [/\bby (?:itself|themselves)\b/i, "automatically, or alone"],
  [/\bas (?:it|they) stands?\b/i, "current, or unchanged"],
  [/\bof (?:its|their) own(?=[.,;:)]|$)/i, "separate, or its own"],
  [/\bfor good\b/i, "permanently"],
  [/\btaken back\b/i, "revoked"],
  [/\b(?:hang|hangs) on\b/i, "depends on"],
  [/(?<!")\bbeside\b/i, "next to, or in addition to"],
  [/\bwithout being asked\b/i, "automatically"]
]
