/** Tags that contain the content up to their end tag. All other tags are void, whether or not an end tag follows. */
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

/** Containers that may also be void: without an end tag they are complete. */
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

/** Whether a tag in a printed text is followed by its end tag. */
export const isPrintedWithEnd = (name: string): boolean => containers.has(name) && name !== "embed" && name !== "file"
