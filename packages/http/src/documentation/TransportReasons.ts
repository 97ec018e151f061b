/** Error reasons of the transport, the body and the server itself rather than of operations. */
export const transportReasons = [
  {
    reason: "BodyConsumed",
    kind: "internal",
    about: "The host application read the body before it reached the API."
  },
  { reason: "Interrupted", kind: "unavailable", about: "The server stopped before the request completed; try again." },
  {
    reason: "InternalError",
    kind: "internal",
    about: "The server failed; search its log for the `X-Request-Id` of the response."
  },
  {
    reason: "InvalidKey",
    kind: "invalid",
    about: "The JSON body has a forbidden key, such as `__proto__`."
  },
  { reason: "InvalidNumber", kind: "invalid", about: "The JSON body has a number that cannot be represented." },
  { reason: "InvalidRequest", kind: "invalid", about: "Fields of the request are invalid; `details` lists them." },
  { reason: "InvalidText", kind: "invalid", about: "The JSON body has a string that is not well-formed Unicode." },
  {
    reason: "JsonTooDeep",
    kind: "invalid",
    about: "The JSON body nests objects and arrays too deeply."
  },
  { reason: "JsonTooLarge", kind: "invalid", about: "The JSON body has too many keys or items." },
  { reason: "MalformedJson", kind: "invalid", about: "The body is not JSON." },
  { reason: "MalformedQuery", kind: "invalid", about: "The query contains NUL." },
  { reason: "MalformedRequest", kind: "invalid", about: "The request could not be parsed." },
  {
    reason: "MethodNotAllowed",
    kind: "method-not-allowed",
    about: "The path does not support the method; `Allow` lists those that it supports."
  },
  { reason: "NotFound", kind: "not-found", about: "The resource does not exist, or the caller cannot view it." },
  { reason: "NotReady", kind: "unavailable", about: "The store does not respond, or the server is shutting down." },
  { reason: "PayloadTooLarge", kind: "payload-too-large", about: "The body is larger than the operation accepts." },
  {
    reason: "RangeNotSatisfiable",
    kind: "range-not-satisfiable",
    about: "The requested range is outside the file."
  },
  { reason: "RouteNotFound", kind: "not-found", about: "No operation exists at the path." },
  {
    reason: "TooManyRequests",
    kind: "too-many-requests",
    about: "The rate limit is exceeded; `Retry-After` says when to try again."
  },
  { reason: "Unavailable", kind: "unavailable", about: "The store is temporarily unavailable; try again." },
  {
    reason: "UnsupportedMediaType",
    kind: "unsupported-media-type",
    about: "The body is not sent as `application/json`."
  }
] as const
