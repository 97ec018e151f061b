/** A request for something of a published site, whatever server read it. */
export interface ReaderRequest {
  /** In upper case. */
  readonly method: string
  /** Path and query as sent; the origin of an absolute URL is ignored. */
  readonly url: string
  /** By their names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
}
