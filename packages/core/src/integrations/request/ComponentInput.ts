import type { Schema } from "effect"
import { JsonRecord } from "../../content/document/VoidBlock.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { Action, Name } from "../contentkit/ContentKitValue.ts"
import { RenderContext } from "../event/EventPayload.ts"

const asked = closed("RenderIntegrationUI", {
  componentId: Name,
  props: JsonRecord,
  state: optional(JsonRecord),
  /** What was pressed or changed since it was drawn. */
  action: optional(Action),
  context: RenderContext
})

/** Which component is drawn, with what it is filled with, and where. */
export interface Asked extends Schema.Schema.Type<typeof asked> {}
/** The same as it is sent. */
export interface AskedEncoded extends Schema.Codec.Encoded<typeof asked> {}
export const Asked: Schema.Codec<Asked, AskedEncoded> = asked
