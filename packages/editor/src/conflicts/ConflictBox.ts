import type { EditorContext } from "../interface/EditorHost.ts"
import { makeButton, makeElement, makeId } from "../interface/Elements.ts"
import type { SavingConflict } from "../saving/SavingConflict.ts"
import { type ComparedText, compareTexts, textOfSide } from "./ConflictText.ts"

/** What a person can do about a conflict. */
export type ConflictChoice = "mine" | "theirs" | "both"

const makeSide = (label: string, parts: ReadonlyArray<ComparedText>, nothing: string): HTMLElement => {
  const isEmpty = parts.every(({ text }) => text.trim() === "")
  const words = parts.map(({ isDifferent, text }) => (isDifferent ? makeElement("mark", {}, text) : text))
  return makeElement(
    "div",
    { class: "quire-conflict-side" },
    makeElement("p", { class: "quire-conflict-label" }, label),
    makeElement(
      "p",
      { class: "quire-conflict-text", dir: "auto" },
      ...(isEmpty ? [makeElement("em", {}, nothing)] : words)
    )
  )
}

/** A box with both sides of a conflict, and buttons for what is possible; `choose` returns false if it is not. */
export const makeConflictBox = (
  { labels }: EditorContext,
  conflict: SavingConflict,
  choices: ReadonlyArray<ConflictChoice>,
  choose: (choice: ConflictChoice) => boolean
): HTMLElement => {
  const id = makeId()
  const message = makeElement("p", { role: "alert" })
  const names = { mine: labels.useMine, theirs: labels.useTheirs, both: labels.useBoth }
  const buttons = choices.map((choice) =>
    makeButton({
      label: names[choice],
      isLabelled: true,
      onPress: () => {
        if (!choose(choice)) message.textContent = labels.conflictStuck
      }
    })
  )
  const [mine, theirs] = compareTexts(textOfSide(conflict.mine), textOfSide(conflict.theirs))
  return makeElement(
    "div",
    { class: "quire-conflict", role: "group", "aria-labelledby": id, tabindex: -1, contenteditable: "false" },
    makeElement("p", { id, class: "quire-conflict-title" }, labels.conflict),
    makeElement(
      "div",
      { class: "quire-conflict-sides" },
      makeSide(labels.conflictMine, mine, labels.conflictNothing),
      makeSide(labels.conflictTheirs, theirs, labels.conflictNothing)
    ),
    makeElement("div", { class: "quire-conflict-actions" }, ...buttons),
    message
  )
}
