import type { EditorHost } from "../interface/EditorHost.ts"
import type { EditorLabels } from "../interface/Labels.ts"
import { makeMention } from "../menus/BlockKinds.ts"
import type { SuggestionSource } from "../menus/Suggestions.ts"

/** The menu of people and pages that `@` opens. */
export const mentionMenu = (
  labels: EditorLabels,
  search: NonNullable<EditorHost["searchMentions"]>
): SuggestionSource => ({
  trigger: "@",
  label: labels.mentions,
  find: async (query) =>
    (await search(query)).map(({ detail, ref, title }) => ({
      title,
      ...(detail === undefined ? {} : { detail }),
      icon: ref.kind === "user" ? "mention" : "page",
      choose: (view, { from, to }) => {
        const tr = view.state.tr.delete(from, to).replaceSelectionWith(makeMention({ ...ref }), false)
        view.dispatch(tr.insertText(" ").scrollIntoView())
      }
    }))
})
