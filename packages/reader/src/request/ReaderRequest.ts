/** A request for a resource of a published site, independent of the HTTP server that received it. */
export interface ReaderRequest {
  /** In upper case. */
  readonly method: string
  /** Path and query as sent; the origin of an absolute URL is ignored. */
  readonly url: string
  /** By their names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
}
