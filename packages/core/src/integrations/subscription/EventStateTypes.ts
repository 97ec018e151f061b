import type { stateNames } from "../../foundation/events/EventStates.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type * as EventStateSchemas from "./EventStateSchemas.ts"

type Schemas = typeof EventStateSchemas
type StateNames = typeof stateNames
type SchemaOf<Name extends keyof Schemas> = Schemas[Name]

/** State in an event of a type, as JSON. A name without a schema does not compile. */
export type StateOf<T extends string> = T extends keyof StateNames ? SchemaOf<StateNames[T]>["Type"] : Json
