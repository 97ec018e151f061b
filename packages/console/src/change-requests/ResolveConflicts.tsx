import type { MergeConflict, MergeStatus } from "@quire/client"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { textOf } from "../pages/DocumentText.ts"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import type { ChangeRequestProps } from "./ChangeRequestProps.ts"
import { useRefresh } from "./Refresh.ts"

const texts = reviewMessages.changeRequest

type Side = "primary" | "changed"

/** One version of a conflict as text: that of a block, or the value of a property. */
const valueOf = (value: unknown): string => {
  if (value === null || value === undefined) return texts.nothing
  const text = textOf(value)
  return text === "" ? JSON.stringify(value) : text
}

const { attributes } = reviewMessages.changes

/** What both sides changed: a property by its name, or another part. */
const partOf = ({ field, kind }: MergeConflict): string =>
  Object.entries(attributes).find(([name]) => kind === "field" && name === field)?.[1] ?? texts.conflictParts[kind]

interface ConflictChoiceProps {
  readonly conflict: MergeConflict
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

const ConflictChoice = ({ conflict, onChoose, side }: ConflictChoiceProps) => (
  <fieldset className="conflict">
    <legend>{texts.conflictIn(conflict.title ?? messages.untitled, partOf(conflict))}</legend>
    {(["primary", "changed"] as const).map((each) => (
      <label key={each} className="choice">
        <input type="radio" name={conflict.key} checked={side === each} onChange={() => onChoose(each)} />
        <span>
          <span className="choice-label">{each === "primary" ? texts.keepPrimary : texts.keepChanged}</span>
          <span className="choice-text" dir="auto">
            {valueOf(conflict[each])}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
)

/** A dialog in which a member chooses a side of each conflict. */
export const ResolveConflicts = ({
  number,
  onClose,
  space,
  status: { conflicts, expectedBase, expectedHead }
}: ChangeRequestProps & { readonly status: MergeStatus; readonly onClose: () => void }) => {
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const [sides, setSides] = useState<{ readonly [key: string]: Side }>(() =>
    Object.fromEntries(conflicts.map(({ key }) => [key, "changed"]))
  )
  const resolve = async () => {
    const body = { resolutions: sides, expectedBase, expectedHead }
    await api.changeRequests.resolveConflicts({ spaceId: space.id, changeRequestId: number, body })
    await refresh()
    notices.show({ text: texts.resolved })
  }
  return (
    <FormModal
      title={texts.resolveTitle}
      description={texts.conflictsText}
      className="dialog-wide"
      isOpen
      onClose={onClose}
      submit={texts.resolveConfirm}
      onSubmit={resolve}
    >
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.key}
          conflict={conflict}
          side={sides[conflict.key] ?? "changed"}
          onChoose={(side) => setSides({ ...sides, [conflict.key]: side })}
        />
      ))}
    </FormModal>
  )
}
