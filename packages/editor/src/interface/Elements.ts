import { type IconName, iconPaths } from "./Icons.ts"

type Attributes = { readonly [name: string]: string | number | boolean | undefined }

const setAttributes = (target: Element, attributes: Attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name)
    else target.setAttribute(name, value === true ? "" : String(value))
  }
}

/** An element with attributes and children; texts are text, never markup. */
export const makeElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}

const svg = "http://www.w3.org/2000/svg"

/** A decorative icon of 24 by 24 units, drawn with lines. */
export const makeIcon = (name: IconName): SVGSVGElement => {
  const icon = document.createElementNS(svg, "svg")
  setAttributes(icon, { class: "quire-icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" })
  const path = document.createElementNS(svg, "path")
  path.setAttribute("d", iconPaths[name])
  icon.append(path)
  return icon
}

/** What a button shows and does. */
export interface ButtonOptions {
  readonly label: string
  readonly icon?: IconName
  /** Whether the label is shown, and not only read. */
  readonly isLabelled?: boolean
  readonly attributes?: Attributes
  readonly onPress: (event: Event) => void
}

/** A button that leaves the selection of the editor when it is pressed. */
export const makeButton = ({ attributes = {}, icon, isLabelled = false, label, onPress }: ButtonOptions) => {
  const button = makeElement("button", {
    type: "button",
    class: "quire-button",
    ...(isLabelled ? {} : { "aria-label": label, title: label }),
    ...attributes
  })
  if (icon !== undefined) button.append(makeIcon(icon))
  if (isLabelled) button.append(makeElement("span", {}, label))
  button.addEventListener("mousedown", (event) => event.preventDefault())
  button.addEventListener("click", onPress)
  return button
}

let made = 0

/** An id that no other element of the page has. */
export const makeId = (): string => `quire-${++made}`
