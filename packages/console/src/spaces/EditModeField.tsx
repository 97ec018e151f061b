import { messages } from "../messages/Messages.ts"
import { ChoiceField } from "../ui/Field.tsx"

const texts = messages.space

/** Whether the pages of a space are edited directly, or through change requests. */
export type EditMode = "live" | "locked"

interface EditModeFieldProps {
  readonly value: EditMode
  readonly onChoose: (mode: EditMode) => void
}

export const EditModeField = ({ onChoose, value }: EditModeFieldProps) => (
  <ChoiceField
    label={texts.editing}
    value={value}
    onChange={(event) => onChoose(event.target.value === "locked" ? "locked" : "live")}
    choices={[
      { value: "live", label: texts.live },
      { value: "locked", label: texts.locked }
    ]}
  />
)
