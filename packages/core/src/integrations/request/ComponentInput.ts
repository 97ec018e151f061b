import type { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import { JsonObject } from "../../foundation/text/CanonicalJson.ts"
import * as ContentKitValue from "../contentkit/ContentKitValue.ts"
import { RenderContext } from "../event/EventPayload.ts"

const asked = closed(
  "RenderIntegrationUI",
  {
    componentId: ContentKitValue.Name,
    props: JsonObject,
    state: optional(JsonObject),
    /** What was pressed or changed since it was drawn. */
    action: optional(ContentKitValue.Action),
    context: RenderContext
  },
  {
    componentId: "Component of the integration to draw.",
    props: "Properties that the component is drawn with.",
    state: "State of the component in the browser.",
    action: "Action that the reader took since the last drawing.",
    context: "Where the component is drawn."
  }
)

/** Which component is drawn, with what it is filled with, and where. */
export interface ComponentRequest extends Schema.Schema.Type<typeof asked> {}
/** The same as it is sent. */
export interface ComponentRequestEncoded extends Schema.Codec.Encoded<typeof asked> {}
export const ComponentRequest: Schema.Codec<ComponentRequest, ComponentRequestEncoded> = asked
