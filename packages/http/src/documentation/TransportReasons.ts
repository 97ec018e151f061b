/** Reasons of refusals that no operation makes: those of the transport, the body and the server itself. */
export const transportReasons = [
  {
    reason: "BodyConsumed",
    kind: "internal",
    about: "The host read the body before the API, which cannot read it again."
  },
  { reason: "Interrupted", kind: "unavailable", about: "The server stopped before the request was done; try again." },
  {
    reason: "InternalError",
    kind: "internal",
    about: "The server failed; its log knows the request by `X-Request-Id`."
  },
  {
    reason: "InvalidKey",
    kind: "invalid",
    about: "The JSON body has a key that no object may have, such as `__proto__`."
  },
  { reason: "InvalidNumber", kind: "invalid", about: "The JSON body has a number that cannot be represented." },
  { reason: "InvalidRequest", kind: "invalid", about: "Fields of the request break rules, which `details` names." },
  { reason: "InvalidText", kind: "invalid", about: "The JSON body has a text that is not well-formed Unicode." },
  {
    reason: "JsonTooDeep",
    kind: "invalid",
    about: "The JSON body has more objects and arrays within each other than are read."
  },
  { reason: "JsonTooLarge", kind: "invalid", about: "The JSON body has more keys or items than are read." },
  { reason: "MalformedJson", kind: "invalid", about: "The body is not JSON." },
  { reason: "MalformedQuery", kind: "invalid", about: "The query contains NUL." },
  { reason: "MalformedRequest", kind: "invalid", about: "The request could not be read." },
  { reason: "MethodNotAllowed", kind: "method-not-allowed", about: "The path has other methods, which `Allow` lists." },
  { reason: "NotFound", kind: "not-found", about: "What the path names does not exist for the caller." },
  { reason: "NotReady", kind: "unavailable", about: "The store does not answer, or the server is shutting down." },
  { reason: "PayloadTooLarge", kind: "payload-too-large", about: "The body is larger than the operation reads." },
  {
    reason: "RangeNotSatisfiable",
    kind: "range-not-satisfiable",
    about: "No byte of the requested range is in the file."
  },
  { reason: "RouteNotFound", kind: "not-found", about: "There is no operation at the path." },
  {
    reason: "TooManyRequests",
    kind: "too-many-requests",
    about: "The budget is used up; `Retry-After` says when it is filled again."
  },
  { reason: "Unavailable", kind: "unavailable", about: "The store cannot be reached now; try again." },
  {
    reason: "UnsupportedMediaType",
    kind: "unsupported-media-type",
    about: "The body is not sent as `application/json`."
  }
] as const
