import { Effect, Predicate, Schema } from "effect"
import { JsonRecord } from "../../content/document/VoidBlock.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { findFaults } from "../../foundation/input/InputFaults.ts"
import * as Inspection from "../../foundation/input/Inspection.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ContentKitElement from "./ContentKitElement.ts"
import { Element, limits as leafLimits } from "./ContentKitElement.ts"
import * as ContentKitValue from "./ContentKitValue.ts"
import { Confirm } from "./ContentKitValue.ts"

/** Fields that are not normalized, because they belong to the integration and may contain null. */
const free = new Set(["onPress", "onValueChange", "onContentChange", "onStepChange", "onComplete", "returnValue"])

export interface Normal {
  readonly value: unknown
  /** Number of elements. */
  readonly elements: number
  /** Maximum nesting of elements. */
  readonly depth: number
}

/** Whether a value is what a false condition in a template produces. */
const isNothing = (value: unknown): boolean => value === null || typeof value === "boolean"

/**
 * Normalizes an element produced by a template: fields that are null are removed, and so are null, true and false among
 * children (rule contentkit-form).
 */
export const normalFormOf = (element: unknown): Normal => {
  const seen = { elements: 0, depth: 0 }
  const visit = (value: unknown, above: number): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isNothing(item)).map((item: unknown) => visit(item, above))
    if (!Predicate.isReadonlyObject(value)) return value
    const isElement = typeof value["type"] === "string"
    const depth = isElement ? above + 1 : above
    if (isElement) seen.elements++
    seen.depth = Math.max(seen.depth, depth)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== null)
        .map(([name, field]) => [name, free.has(name) ? field : visit(field, depth)])
    )
  }
  const value = visit(element, 0)
  return { value, ...seen }
}

export const limits = {
  /** Elements of one response. */
  elements: 2000,
  /** Nesting of elements. */
  depth: 20,
  /** Nesting of lists and objects in a whole response. */
  nesting: 64,
  /** Values of a response, including its state and properties. */
  values: 50_000,
  /** Total characters of its texts and names. */
  characters: 1_000_000,
  /** Maximum number of reported errors. */
  faults: 10
} as const

const Control = closed(
  "ContentKitBlockControl",
  {
    label: ContentKitValue.Label,
    onPress: ContentKitValue.Action,
    icon: optional(ContentKitValue.Name),
    confirm: optional(Confirm)
  },
  {
    onPress: "Action when it is pressed.",
    confirm: "Question to confirm before the action.",
    icon: "Icon before the label.",
    label: "Text that people see."
  }
)

const children = describeFields({ children: Schema.Array(Element) }, { children: "Elements inside, in order." })

/** A block of a page. */
export const Block = closed(
  "ContentKitBlock",
  {
    type: Schema.Literal("block"),
    controls: optional(
      Schema.Array(Schema.Union([Control, Schema.Array(Control)])).check(
        Schema.isMaxLength(leafLimits.buttons, { expected: `an array of at most ${leafLimits.buttons} items` })
      )
    ),
    ...children
  },
  { controls: "Entries of the menu of the block." }
)
export type Block = typeof Block.Type

export const Modal = closed(
  "ContentKitModal",
  {
    type: Schema.Literal("modal"),
    title: optional(ContentKitValue.Label),
    subtitle: optional(Schema.Array(ContentKitElement.Inline)),
    size: optional(Schema.Literals(["medium", "xlarge", "fullscreen"])),
    returnValue: optional(JsonRecord),
    submit: optional(ContentKitElement.Button),
    ...children
  },
  {
    title: "Title of the dialog.",
    subtitle: "Text below the title.",
    size: "Size of the dialog.",
    returnValue: "Value that the caller of the component receives.",
    submit: "Button that completes the dialog."
  }
)
export type Modal = typeof Modal.Type

export const Stepper = closed(
  "ContentKitStepper",
  {
    type: Schema.Literal("stepper"),
    activeStep: ContentKitValue.Name,
    onStepChange: ContentKitValue.Action,
    onComplete: ContentKitValue.Action,
    children: Schema.Array(ContentKitElement.Step).check(
      Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })
    )
  },
  {
    activeStep: "Name of the step that is shown.",
    onStepChange: "Action when another step is opened.",
    onComplete: "Action when the last step is done.",
    children: "Steps in order."
  }
)
export type Stepper = typeof Stepper.Type

export const Configuration = closed(
  "ContentKitConfiguration",
  {
    type: Schema.Literal("configuration"),
    children: Schema.Array(Schema.Union([Stepper, Element]))
  },
  { children: "Elements inside, in order." }
)
export type Configuration = typeof Configuration.Type

export const Root = Schema.Union([Block, Modal, Configuration])
export type Root = typeof Root.Type

const ElementOutput = closed(
  "ContentKitRenderOutputElement",
  {
    type: Schema.Literal("element"),
    element: Root,
    state: JsonRecord,
    props: JsonRecord
  },
  {
    element: "Element to draw.",
    state: "State that the element begins with.",
    props: "Properties that the element was drawn with."
  }
)

const CompleteOutput = closed(
  "ContentKitRenderOutputComplete",
  {
    type: Schema.Literal("complete"),
    returnValue: optional(JsonRecord)
  },
  { returnValue: "Value that the caller of the component receives." }
)

/** Response of a script to a render request. */
export const Output = Schema.Union([ElementOutput, CompleteOutput]).annotate({ identifier: "ContentKitRenderOutput" })
export type Output = typeof Output.Type
export type ElementOutput = typeof ElementOutput.Type

/** A script returned output that cannot be rendered (rule contentkit-form). */
export class ContentKitRefused extends Schema.TaggedError<ContentKitRefused>()("ContentKitRefused", {
  details: Schema.Array(Schema.Struct({ path: Schema.String, rule: Schema.String }))
}) {
  readonly kind = "invalid" as const
  override get message() {
    return this.details.map(({ path, rule }) => `${path === "" ? "the response" : path}: ${rule}`).join("; ")
  }
}

const refuse = (path: string, rule: string) => new ContentKitRefused({ details: [{ path, rule }] })

/** Why a response is too large to be decoded; stops at the first exceeded limit (rule contentkit-limits). */
const sizeFault = (answer: unknown): string | undefined => {
  const open: Array<readonly [value: unknown, depth: number]> = [[answer, 1]]
  let [values, characters] = [0, 0]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    values++
    if (typeof value === "string") characters += value.length
    if (values > limits.values) return `must have at most ${limits.values} values`
    if (characters > limits.characters) return `must have at most ${limits.characters} characters`
    if (typeof value !== "object" || value === null) continue
    if (depth > limits.nesting) return `must nest lists and objects at most ${limits.nesting} deep`
    for (const [name, part] of Object.entries(value)) {
      if (!Array.isArray(value)) characters += name.length
      open.push([part, depth + 1])
    }
  }
  return CanonicalJson.isJson(answer) ? undefined : "must be JSON"
}

const decode = Inspection.decoder(Output, "ignore")

/** Treats a response without a type as one with an element. */
const typed = (answer: unknown): unknown =>
  Predicate.isReadonlyObject(answer) && !Object.hasOwn(answer, "type") ? { ...answer, type: "element" } : answer

const toRefused = ({ issue }: Inspection.Refusal) =>
  new ContentKitRefused({
    details: findFaults(issue)
      .slice(0, limits.faults)
      .map(({ path, rule }) => ({ path: path.map(String).join("."), rule: rule.slice(0, 500) }))
  })

/**
 * Decodes the output of a script and drops unknown fields; refuses unknown elements and output that is too large (rules
 * contentkit-form, contentkit-limits).
 */
export const check = Effect.fnUntraced(function* (answer: unknown) {
  const fault = sizeFault(answer)
  if (fault !== undefined) return yield* refuse("", fault)
  const output = typed(answer)
  if (!Predicate.hasProperty(output, "element")) return yield* Effect.mapError(decode(output), toRefused)
  const { depth, elements, value } = normalFormOf(output.element)
  if (elements > limits.elements) return yield* refuse("element", `must have at most ${limits.elements} elements`)
  if (depth > limits.depth) return yield* refuse("element", `must nest elements at most ${limits.depth} deep`)
  return yield* Effect.mapError(decode({ ...output, element: value }), toRefused)
})
