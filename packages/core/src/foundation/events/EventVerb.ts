/** The verbs of event types: one for each kind of act, whatever it is done to. */
export const verbs = {
  create: "What was not there is there.",
  update: "What is there says something else, or is made of something else.",
  delete: "It is there no more, or not until it is restored.",
  restore: "What was deleted is there again.",
  purge: "What was deleted can no longer be restored.",
  duplicate: "There is a copy.",
  move: "It is at another place in its organization.",
  transfer: "It is in another organization.",
  send: "Letters were written.",
  use: "Somebody took what a link offers.",
  exchange: "A code was given for a token.",
  join: "Somebody came by themselves.",
  enable: "Somebody may come in again.",
  disable: "Somebody may no longer come in.",
  ping: "Somebody showed that they are there.",
  edit: "Content was changed by a batch of edits.",
  import: "Content was read from elsewhere.",
  rollBack: "Content is again as it was at an earlier revision.",
  merge: "A proposal became primary content.",
  pull: "Primary content was brought into a proposal.",
  resolve: "Primary content was brought into a proposal, with conflicts settled.",
  submit: "Somebody gave a verdict.",
  verify: "It was shown to be whose it was said to be.",
  release: "It is theirs no longer, as somebody else has it.",
  publish: "Those whom its visibility names may read it.",
  unpublish: "Readers no longer find it.",
  run: "What is done by itself was asked to be done now.",
  translate: "It was brought up to date in another language.",
  replay: "What was told before was told once more."
} as const

export type EventVerb = keyof typeof verbs
