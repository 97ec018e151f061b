import type { Site } from "@quire/client"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { ChoiceField } from "../ui/Field.tsx"

/** Who may read a published site. */
export type VisibilityChoice = Site["visibility"]

const visibilities: ReadonlyArray<VisibilityChoice> = ["public", "unlisted", "share-link", "visitor-auth"]

interface VisibilityFieldProps {
  readonly value: VisibilityChoice
  /** The setting that the site has, which is a choice even if it is not set up here. */
  readonly current?: VisibilityChoice
  readonly onChoose: (visibility: VisibilityChoice) => void
}

/** Chooses who may read a site. Sign-in of visitors is set up with the API, and is a choice once it is. */
export const VisibilityField = ({ current, onChoose, value }: VisibilityFieldProps) => (
  <ChoiceField
    label={texts.visibility}
    hint={texts.readersHint[value]}
    value={value}
    onChange={(event) => onChoose(visibilities.find((each) => each === event.target.value) ?? value)}
    choices={visibilities
      .filter((each) => each !== "visitor-auth" || current === each)
      .map((each) => ({ value: each, label: texts.visibilities[each] }))}
  />
)
