import { useId } from "react"

interface FilterChoiceProps<Filter extends string> {
  /** Name of the choice for screen readers. */
  readonly label: string
  readonly filters: ReadonlyArray<Filter>
  readonly labels: { readonly [Each in Filter]: string }
  readonly value: Filter
  readonly onChange: (filter: Filter) => void
}

/** Chooses what a list shows. */
export const FilterChoice = <Filter extends string>({
  filters,
  label,
  labels,
  onChange,
  value
}: FilterChoiceProps<Filter>) => {
  const name = useId()
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{label}</legend>
      {filters.map((each) => (
        <label key={each} className="filter">
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          <span>{labels[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}
