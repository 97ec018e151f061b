import { Layer } from "effect"
import { Access } from "./access/Access.ts"
import { Credentials } from "./access/Credentials.ts"
import { Bootstrap } from "./bootstrap/Bootstrap.ts"
import { Collections } from "./collection/Collections.ts"
import { ContentBase } from "./content/ContentBase.ts"
import { ContentCommits } from "./content/ContentCommits.ts"
import { Contents } from "./content/Contents.ts"
import { NodeCache } from "./content/NodeCache.ts"
import { Events } from "./events/Events.ts"
import { Files } from "./file/Files.ts"
import { Imports } from "./import/Imports.ts"
import { Members } from "./member/Members.ts"
import { Organizations } from "./organization/Organizations.ts"
import { Paging } from "./paging/Paging.ts"
import { Deletion } from "./placement/Deletion.ts"
import { Placements } from "./placement/Placements.ts"
import { Relocation } from "./placement/Relocation.ts"
import { Transfer } from "./placement/Transfer.ts"
import { Revisions } from "./revision/Revisions.ts"
import { Searches } from "./search/Searches.ts"
import { Duplication } from "./space/Duplication.ts"
import { Purge } from "./space/Purge.ts"
import { Spaces } from "./space/Spaces.ts"
import { SpaceViews } from "./space/SpaceViews.ts"
import { ApiTokens } from "./token/ApiTokens.ts"
import { Users } from "./user/Users.ts"

const shared = Layer.mergeAll(Access.layer, Events.layer, Paging.layer, Revisions.layer, NodeCache.layer)
const placing = Layer.mergeAll(Relocation.layer, Transfer.layer, Deletion.layer).pipe(
  Layer.provideMerge(Placements.layer)
)
const reading = Layer.mergeAll(ContentBase.layer, ContentCommits.layer)
const nouns = Layer.mergeAll(
  Credentials.layer,
  Users.layer,
  ApiTokens.layer,
  Members.layer,
  Organizations.layer,
  Collections.layer,
  Spaces.layer,
  Duplication.layer,
  Contents.layer,
  Files.layer,
  Searches.layer,
  Imports.layer,
  Purge.layer
).pipe(Layer.provideMerge(Layer.mergeAll(SpaceViews.layer, reading)))

/** Every service of the engine. What it needs is its ports: stores, secrets, ids, addresses and capabilities. */
export const layer = Bootstrap.layer.pipe(
  Layer.provideMerge(nouns),
  Layer.provideMerge(placing),
  Layer.provideMerge(shared)
)

/** What the engine provides. */
export type Services = Layer.Layer.Success<typeof layer>

/** What the engine needs. */
export type Ports = Layer.Layer.Context<typeof layer>
