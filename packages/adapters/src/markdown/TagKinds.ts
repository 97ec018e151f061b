/** Tags that hold what stands before their end tag; all others stand alone, whether or not an end tag follows. */
const containers = new Set([
  "code",
  "column",
  "columns",
  "content-ref",
  "embed",
  "file",
  "hint",
  "if",
  "openapi",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "step",
  "stepper",
  "swagger",
  "tab",
  "tabs"
])

/** Containers that may also stand alone: without an end tag they are complete. */
const alone = new Set([
  "embed",
  "file",
  "openapi",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "swagger"
])

export const isContainer = (name: string): boolean => containers.has(name)

export const isBlockTag = (name: string): boolean => !containers.has(name) || alone.has(name)

/** Whether the end tag of a tag that stands in a printed text follows it. */
export const isPrintedWithEnd = (name: string): boolean => containers.has(name) && name !== "embed" && name !== "file"
