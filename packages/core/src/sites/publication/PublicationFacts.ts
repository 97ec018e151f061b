import { Context, type Effect, type Option } from "effect"
import type * as RowStore from "../../foundation/store/RowStore.ts"
import type * as SamlProvider from "../../people/identity-provider/SamlProvider.ts"

/** How a site is identified: by its id, the address below the server's, or a custom hostname (rule site-address). */
export type SiteLocator =
  | { readonly _tag: "Site"; readonly site: string }
  /** `organization` is the hostname or id of the organization. */
  | { readonly _tag: "Path"; readonly organization: string; readonly basename: string }
  | { readonly _tag: "Hostname"; readonly hostname: string }

/** The viewer of a preview, and the requested change request; `person` is `""` for the host. */
export interface PreviewRequest {
  readonly person: string
  readonly changeRequest?: { readonly space: string; readonly number: number } | undefined
}

/** Additional facts for the access decision about a preview. */
export interface PreviewRows {
  /** The person as a member of the organization. */
  readonly member: Option.Option<RowStore.Row>
  /** Grants of the user and their teams on the placements and everything that they inherit from, by id. */
  readonly grants: ReadonlyArray<RowStore.Row>
  /** Placements of the site and of its spaces that are not deleted, by id. */
  readonly placements: ReadonlyArray<RowStore.Row>
  /** The requested change request, of any space. */
  readonly changeRequest: Option.Option<RowStore.Row>
  /** Its head. */
  readonly head: Option.Option<RowStore.Row>
}

/** The slug of a spec and its newest processed version, or the key of a source and its response. */
export type SpecVersion = readonly [name: string, version: string]

/**
 * An integration with blocks that the organization has installed: the versions of both rows, the same for installations
 * on single spaces of the site, and a value that changes with each installation there.
 */
export type BlockSource = readonly [
  integration: string,
  installation: string,
  integrationVersion: number,
  installationVersion: number,
  places: ReadonlyArray<readonly [id: string, version: number, since: string]>
]

/** The stored rows that the decision about one reader needs, and what is shown first. */
export interface PublicationRows {
  readonly organization: RowStore.Row
  readonly site: RowStore.Row
  readonly structure: RowStore.Row
  readonly adaptiveSchema: Option.Option<RowStore.Row>
  readonly publishingAuth: Option.Option<RowStore.Row>
  /**
   * The protocol of the provider that `publishingAuth` names; null unless the provider belongs to the organization and
   * is enabled for sign-in.
   */
  readonly providerType: SamlProvider.Type | null
  /** The requested share link, of any site. */
  readonly shareLink: Option.Option<RowStore.Row>
  /** Settings of the site and of its site-spaces, by id. */
  readonly customizations: ReadonlyArray<RowStore.Row>
  /** The spaces of the structure that are not deleted, by id. */
  readonly spaces: ReadonlyArray<RowStore.Row>
  /** The heads of those spaces, by id. */
  readonly revisions: ReadonlyArray<RowStore.Row>
  /** The specs of the organization that have a version, by id. */
  readonly specs: ReadonlyArray<SpecVersion>
  /** Responses of integrations to the sources of those spaces, by id and then in the order of their rows. */
  readonly answers: ReadonlyArray<SpecVersion>
  /** The published integrations with blocks that the organization has installed, by the id of the installation. */
  readonly blockSources: ReadonlyArray<BlockSource>
  /** None unless a preview is requested. */
  readonly preview: Option.Option<PreviewRows>
}

/** Reads all that is needed to decide what one reader sees of one site, in one statement. */
export class PublicationFacts extends Context.Service<
  PublicationFacts,
  {
    /**
     * None if there is no such site. `link` is the id of a share link or the digest of its key, which never coincide;
     * `""` for none.
     */
    readonly find: (
      locator: SiteLocator,
      link: string,
      preview?: PreviewRequest
    ) => Effect.Effect<Option.Option<PublicationRows>>
  }
>()("@quire/core/PublicationFacts") {}
