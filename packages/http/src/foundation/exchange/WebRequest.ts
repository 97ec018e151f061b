/**
 * Whether a request is a web `Request` rather than one of Node's server. Not decided by class, because frameworks
 * replace the global class and requests of either may arrive.
 */
export const isWebRequest = (source: object): source is Request => "bodyUsed" in source
