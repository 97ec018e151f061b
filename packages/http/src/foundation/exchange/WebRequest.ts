/**
 * Whether a request came as a web `Request`, and not from Node's server. Not told by its class: frameworks put their own
 * in the place of the global one, and requests of either may come.
 */
export const isWebRequest = (source: object): source is Request => "bodyUsed" in source
