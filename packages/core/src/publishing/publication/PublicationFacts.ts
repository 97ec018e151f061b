import { Context, type Effect, type Option } from "effect"
import type { Row } from "../../foundation/store/RowStore.ts"

/** What names a site: its id, the address below the server's, or a hostname of its own (rule site-address). */
export type SiteLocator =
  | { readonly _tag: "Site"; readonly site: string }
  /** `organization` is the hostname or id of the organization. */
  | { readonly _tag: "Path"; readonly organization: string; readonly basename: string }
  | { readonly _tag: "Hostname"; readonly hostname: string }

/** The stored rows that the decision about one reader needs, and what is shown first. */
export interface PublicationRows {
  readonly organization: Row
  readonly site: Row
  readonly structure: Row
  readonly adaptiveSchema: Option.Option<Row>
  readonly publishingAuth: Option.Option<Row>
  /** The share link that was asked for, of whatever site. */
  readonly shareLink: Option.Option<Row>
  /** Settings of the site and of its site-spaces, by id. */
  readonly customizations: ReadonlyArray<Row>
  /** The spaces of the structure that are not deleted, by id. */
  readonly spaces: ReadonlyArray<Row>
  /** The heads of those spaces, by id. */
  readonly revisions: ReadonlyArray<Row>
}

/** Reads all that is needed to decide what one reader sees of one site, in one statement. */
export class PublicationFacts extends Context.Service<
  PublicationFacts,
  {
    /**
     * None if there is no such site. `link` is the id of a share link or the digest of its key, which are never alike;
     * `""` for none.
     */
    readonly find: (locator: SiteLocator, link: string) => Effect.Effect<Option.Option<PublicationRows>>
  }
>()("@quire/core/PublicationFacts") {}
