import { Context, Effect, Layer, Schema } from "effect"
import * as LinkEntries from "../../content/link-index/LinkEntries.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import * as Root from "../../content/tree/Root.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { KnownSpecs } from "../../openapi/spec/KnownSpecs.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { Revisions } from "../../spaces/revision/Revisions.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"

const isUserId = Schema.is(UserId)

/**
 * Decides which link targets outside a space exist: in other spaces' heads, among collections, members and specs.
 * Targets that the caller may not view count as missing, so that no status distinguishes the two.
 */
export class ExternalLinkTargets extends Context.Service<ExternalLinkTargets>()("@quire/core/ExternalLinkTargets", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const contents = yield* ContentBase
    const revisions = yield* Revisions
    const roots = yield* ComputedRoots
    const placements = yield* Repository.make(placementCollection)
    const spaces = yield* Repository.make(spaceCollection)
    const members = yield* Repository.make(memberCollection)
    const knownSpecs = yield* KnownSpecs

    const findInContent = Effect.fnUntraced(function* (
      targets: ReadonlyArray<LinkTarget.LinkTarget>,
      active: ReadonlySet<string>
    ) {
      const bySpace = LinkTarget.groupBySpace(targets)
      const rows = yield* spaces.getMany([...bySpace.keys()].filter((id) => active.has(`space ${id}`)))
      const heads = yield* revisions.getMany(Array.from(rows.values(), ({ value }) => value.revision))
      const opened = yield* Effect.forEach(rows.values(), ({ value: { id, organization, revision } }) =>
        Effect.map(Root.open(contents.reader(id), heads.get(revision)?.value.root ?? Root.empty), (root) => ({
          organization,
          root
        }))
      )
      const found: Array<string> = []
      for (const { root } of yield* roots.expandAll(opened)) {
        found.push(...(yield* LinkEntries.findExisting(root, bySpace.get(root.reader.space) ?? [])))
      }
      return found
    })

    const findViewable = Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      ids: ReadonlyArray<string>
    ) {
      const placed = Array.from((yield* placements.getMany(ids)).values(), ({ value }) => value)
      const here = placed.filter((each) => each.organization === organization && isActive(each))
      const roles = here.length === 0 ? new Map() : yield* access.rolesOn(viewer, here)
      return new Set(here.flatMap(({ id, kind }) => (roles.has(id) ? [`${kind} ${id}`] : [])))
    })

    /** The keys of the targets that exist for the caller. */
    const findExisting = Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      all: Iterable<LinkTarget.LinkTarget>
    ) {
      const targets = [...new Map(Array.from(all, (target) => [LinkTarget.keyOf(target), target])).values()]
      const placed = targets.flatMap((target) =>
        target.kind === "collection" ? [target.collection] : "space" in target ? [target.space] : []
      )
      const active = yield* findViewable(organization, viewer, placed)
      const people = targets.flatMap((target) => (target.kind === "user" ? [target.user] : [])).filter(isUserId)
      const known = yield* members.getMany(people.map((id) => rowId(organization, id)))
      const users = new Set(Array.from(known.values(), ({ value }): string => value.user))
      const slugs = targets.flatMap((target) => (target.kind === "openapi" ? [target.spec] : []))
      const specs = yield* knownSpecs.find(organization, viewer, slugs)
      const inSpaces = targets.filter((target) => LinkTarget.contentSpace(target) !== undefined)
      const found = new Set(inSpaces.length === 0 ? [] : yield* findInContent(inSpaces, active))
      for (const target of targets) {
        const isThere =
          (target.kind === "space" && active.has(`space ${target.space}`)) ||
          (target.kind === "collection" && active.has(`collection ${target.collection}`)) ||
          (target.kind === "user" && users.has(target.user)) ||
          (target.kind === "openapi" && specs.has(target.spec))
        if (isThere) found.add(LinkTarget.keyOf(target))
      }
      return found
    })

    return { findExisting } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ComputedRoots.layer, ContentBase.layer, KnownSpecs.layer, Revisions.layer])
  )
}
