import { type ComponentProps, useId } from "react"

interface FieldTexts {
  readonly label: string
  readonly hint?: string
}

/** A text field with its label. */
export const TextField = ({ hint, label, ...rest }: FieldTexts & ComponentProps<"input">) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input type="text" autoComplete="off" dir="auto" {...rest} id={id} aria-describedby={hint && `${id}-hint`} />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A field for several lines of text. */
export const TextArea = ({ hint, label, ...rest }: FieldTexts & ComponentProps<"textarea">) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea rows={3} dir="auto" {...rest} id={id} aria-describedby={hint && `${id}-hint`} />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** A field that chooses one of several values. */
export const ChoiceField = ({
  choices,
  hint,
  label,
  ...rest
}: FieldTexts & ComponentProps<"select"> & { readonly choices: ReadonlyArray<Choice> }) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} aria-describedby={hint && `${id}-hint`}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
