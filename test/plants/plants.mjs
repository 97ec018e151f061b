import * as access from "./access.mjs"
import * as audiences from "./audiences.mjs"
import * as backup from "./backup.mjs"
import * as blobs from "./blobs.mjs"
import * as blocks from "./blocks.mjs"
import * as clients from "./clients.mjs"
import * as computed from "./computed.mjs"
import * as delivery from "./delivery.mjs"
import * as eventTypes from "./eventTypes.mjs"
import * as exports from "./exports.mjs"
import * as fairness from "./fairness.mjs"
import * as hosts from "./hosts.mjs"
import * as installations from "./installations.mjs"
import * as integrationEvents from "./integrationEvents.mjs"
import * as linear from "./linear.mjs"
import * as merging from "./merging.mjs"
import * as openapi from "./openapi.mjs"
import * as others from "./others.mjs"
import * as people from "./people.mjs"
import * as reading from "./reading.mjs"
import * as replicas from "./replicas.mjs"
import * as saving from "./saving.mjs"
import * as scripts from "./scripts.mjs"
import * as searching from "./searching.mjs"
import * as secrets from "./secrets.mjs"
import * as siteScripts from "./siteScripts.mjs"
import * as sources from "./sources.mjs"
import * as sso from "./sso.mjs"
import * as subscriptions from "./subscriptions.mjs"
import * as tasks from "./tasks.mjs"
import * as translations from "./translations.mjs"
import * as watching from "./watching.mjs"
import * as webhooks from "./webhooks.mjs"

const ofMerge = (name) => [`packages/core/test/content/merge/${name}.`]

const own = {
  model: ["test/src/model", "-t", "(in process|168 hours).*on memory"],
  deletion: ["test/src/engine/spaces/Deletion.", "-t", "keeps earlier deletions unchanged"],
  trees: ofMerge("ThreeWay"),
  siblings: ofMerge("SiblingOrder"),
  blocks: ofMerge("BlockMerge"),
  words: ofMerge("TextMerge"),
  states: ["packages/core/test/spaces/change-request"],
  requests: ["test/src/engine/spaces/ChangeRequests.", "-t", "on memory"],
  hurried: ["test/src/engine/proposals/Merging."],
  duels: ["test/src/concurrency/Duels.", "-t", "on Postgres"],
  racing: ["test/src/concurrency/Racing.", "-t", "on memory"]
}

/** The suites of each file of seeded faults; suite names are unique across all files. */
export const suitesByFile = [
  own,
  access.suites,
  others.suites,
  people.suites,
  audiences.suites,
  blocks.suites,
  blobs.suites,
  computed.suites,
  hosts.suites,
  exports.suites,
  installations.suites,
  sources.suites,
  reading.suites,
  searching.suites,
  secrets.suites,
  siteScripts.suites,
  sso.suites,
  subscriptions.suites,
  openapi.suites,
  translations.suites,
  scripts.suites,
  tasks.suites,
  webhooks.suites,
  watching.suites,
  delivery.suites,
  clients.suites,
  backup.suites,
  integrationEvents.suites,
  replicas.suites,
  eventTypes.suites,
  linear.suites,
  fairness.suites,
  merging.suites,
  saving.suites
]

/** The vitest arguments of each suite, which must find its seeded faults. */
export const suites = Object.assign({}, ...suitesByFile)

/** The seeded faults, inserted one at a time: a wrong replacement for a text of a module, and the suite that must find it. */
export const plants = [
  {
    suite: "model",
    bug: "a closed collection is open to members",
    file: "people/placement/Inheritance.ts",
    from: 'accessDefault: "nobody", accessOwners: owners',
    to: 'accessDefault: "member", accessOwners: owners'
  },
  {
    suite: "model",
    bug: "content deleted exactly seven days ago can still be restored",
    file: "people/placement/Placement.ts",
    from: "now < deletedAt + limits.restoreMilliseconds",
    to: "now <= deletedAt + limits.restoreMilliseconds"
  },
  {
    suite: "model",
    bug: "a collection can be moved into one of its descendants",
    file: "spaces/lifecycle/Relocation.ts",
    from: "parent.ancestors.some((ancestor) => ancestor === id)",
    to: "false"
  },
  {
    suite: "deletion",
    bug: "a deletion includes items that an earlier deletion already removed",
    file: "spaces/lifecycle/Deletion.ts",
    from: "const active = under.filter(({ value }) => isActive(value))",
    to: "const active = under"
  },
  {
    suite: "model",
    bug: "a restored item moves to the top level although its parent is active",
    file: "spaces/lifecycle/Deletion.ts",
    from: "const parent = old !== null && isActive(old)",
    to: "const parent = old !== null && !isActive(old)"
  },
  {
    suite: "model",
    bug: "lists omit closed content for the member who created it",
    file: "people/placement/Inheritance.ts",
    from: "for (const owner of self.accessOwners) keys.push(`user:${owner}`)",
    to: ""
  },
  {
    suite: "model",
    bug: "a move to the current position succeeds instead of failing as unchanged",
    file: "spaces/lifecycle/Relocation.ts",
    from: "return yield* new NothingChanged({ id })",
    to: "yield* Effect.void"
  },
  {
    suite: "model",
    bug: "a locked space accepts an import although it already has content",
    file: "spaces/edit/Editing.ts",
    from: "fillsEmpty && root === Root.empty",
    to: "fillsEmpty"
  },
  {
    suite: "model",
    bug: "the copy of a closed space does not keep its access level",
    file: "spaces/lifecycle/Duplication.ts",
    from: "            level,\n",
    to: '            level: "inherit",\n'
  },
  {
    suite: "model",
    bug: "guests receive the default access of spaces and collections",
    file: "people/access/Decision.ts",
    from: 'if (member?.role === null) return { role: null, source: { _tag: "Guest" } }\n',
    to: "\n"
  },
  {
    suite: "model",
    bug: "a new default level is not applied to descendants",
    file: "people/placement/Inheritance.ts",
    from: "resolved.set(next.id, next)",
    to: "resolved.set(self.id, self)"
  },
  {
    suite: "model",
    bug: "an item that moves to another organization keeps its creator",
    file: "people/placement/Placements.ts",
    from: "value: { ...seen.value, organization, createdBy: null }",
    to: "value: { ...seen.value, organization }"
  },
  {
    suite: "trees",
    bug: "deleting a page silently overrides an edit by the other side",
    file: "content/merge/TreeMerge.ts",
    from: "left !== undefined && Page.writtenFields(sides.base, left).length > 0",
    to: "left === undefined"
  },
  {
    suite: "trees",
    bug: "moves by both sides can make a page its own ancestor",
    file: "content/merge/TreeMerge.ts",
    from: "found.push(way.slice(way.indexOf(at)))",
    to: "void way"
  },
  {
    suite: "trees",
    bug: "choosing the change request's parent for a page does not resolve the conflict",
    file: "content/merge/TreeMerge.ts",
    from: "if (choice === undefined) return standing",
    to: 'if (choice === undefined || choice === "changed") return standing'
  },
  {
    suite: "trees",
    bug: "a page whose new parent is deleted moves to the top level instead of its place on the other side",
    file: "content/merge/TreeMerge.ts",
    from: "parents.set(id, elsewhere?.parent ?? null)",
    to: "parents.set(id, null)"
  },
  {
    suite: "trees",
    bug: "the sibling order of a change request is discarded",
    file: "content/merge/ThreeWay.ts",
    from: "changes.set(parent, refs.changed)",
    to: "changes.set(parent, refs.primary)"
  },
  {
    suite: "trees",
    bug: "a page that a merge moves to the top level is missing from the page order",
    file: "content/merge/ThreeWay.ts",
    from: "others: missing.sort() }",
    to: "others: [] }"
  },
  {
    suite: "trees",
    bug: "an item that only the change request changed counts as changed by both sides",
    file: "content/merge/Neighbourhood.ts",
    from: "own === undefined ? before : own.primary",
    to: "own === undefined ? after : own.primary"
  },
  {
    suite: "trees",
    bug: "a change request is compared with the head of its space instead of its base",
    file: "content/merge/Neighbourhood.ts",
    from: "Diff.diff(reader, roots.base, roots.changed)",
    to: "Diff.diff(reader, roots.primary, roots.changed)"
  },
  {
    suite: "trees",
    bug: "a merged page gets the earlier of two edit times",
    file: "content/merge/PageMerge.ts",
    from: "Math.max(...all",
    to: "Math.min(...all"
  },
  {
    suite: "trees",
    bug: "different edit times of a page are a conflict",
    file: "content/merge/PageMerge.ts",
    from: '  "updatedAt",\n',
    to: ""
  },
  {
    suite: "trees",
    bug: "moving a page counts as editing it",
    file: "content/merge/PageMerge.ts",
    from: '.some((field) => field !== "parent")',
    to: ".length > 0"
  },
  {
    suite: "trees",
    bug: "a merge creates no redirect from the previous path of a moved page",
    file: "content/merge/ThreeWay.ts",
    from: "moved.set(from, id)",
    to: "void 0"
  },
  {
    suite: "trees",
    bug: "pages that both sides gave the same slug share a path",
    file: "content/merge/ThreeWay.ts",
    from: "slug: claimed[index] ?? page.slug",
    to: "slug: page.slug"
  },
  {
    suite: "trees",
    bug: "redirects that a change request adds are lost",
    file: "content/merge/ThreeWay.ts",
    from: "if (standing !== key) moved.set(key, changed)",
    to: ""
  },
  {
    suite: "trees",
    bug: "a deleted file stays deleted although the other side changed it",
    file: "content/merge/PageMerge.ts",
    from: "if (MergeSides.resolvedSide(sides) !== undefined) return undefined",
    to: "if (holder !== undefined) return undefined"
  },
  {
    suite: "trees",
    bug: "primary's value silently wins when both sides changed the same field",
    file: "content/merge/PageMerge.ts",
    from: '  reportConflict(findings, subject, { key, kind: "field", field: name }, sides)\n  return sides.primary',
    to: "  return sides.primary"
  },
  {
    suite: "trees",
    bug: "a merged file takes its content from one side and its size from the other",
    file: "content/merge/ThreeWay.ts",
    from: 'new Set(["blob", "size", "contentType", "dimensions"])',
    to: 'new Set(["blob", "contentType", "dimensions"])'
  },
  {
    suite: "trees",
    bug: "the file changes of a change request are lost",
    file: "content/merge/ThreeWay.ts",
    from: "if (!CanonicalJson.equals(next, own.primary)) changes.set(id, next)",
    to: "if (!CanonicalJson.equals(next, own.changed)) changes.set(id, next)"
  },
  {
    suite: "trees",
    bug: "a custom field value that a change request removed remains after the merge",
    file: "content/merge/ThreeWay.ts",
    from: "if (!CanonicalJson.equals(value, sides.primary)) changes.set(name, value)",
    to: "if (value !== undefined && !CanonicalJson.equals(value, sides.primary)) changes.set(name, value)"
  },
  {
    suite: "siblings",
    bug: "two siblings end up in an order that neither side has",
    file: "content/merge/SiblingOrder.ts",
    from: "return first.base > second.base",
    to: "return first.base < second.base"
  },
  {
    suite: "siblings",
    bug: "siblings that a change request inserts are dropped",
    file: "content/merge/SiblingOrder.ts",
    from: "[...(own.get(anchor) ?? []), ...(others.get(anchor) ?? [])]",
    to: "own.get(anchor) ?? []"
  },
  {
    suite: "blocks",
    bug: "a block that only the change request edited keeps its previous content",
    file: "content/merge/BlockMerge.ts",
    from: "if (base !== undefined && isSameOwn(base, primary)) return { own: BlockIndex.ownOf(changed) }",
    to: "if (base !== undefined && isSameOwn(base, primary)) return { own: BlockIndex.ownOf(primary) }"
  },
  {
    suite: "blocks",
    bug: "the key of a conflict changes with the text of the block",
    file: "content/merge/BlockMerge.ts",
    from: "key: `block/${key}/text`, kind",
    to: "key: `block/${DocumentText.ofBlock(blocks.primary as never)}/text`, kind"
  },
  {
    suite: "blocks",
    bug: "a deleted block is removed although the other side edited it",
    file: "content/merge/BlockPlan.ts",
    from: "const outcome = isTouched\n",
    to: "const outcome = isTouched && root === undefined\n"
  },
  {
    suite: "blocks",
    bug: "a block resolved to one side keeps children that only the other side added",
    file: "content/merge/BlockMerge.ts",
    from: "return { own, dropped: slots.map(",
    to: "return { own, dropped: [].map("
  },
  {
    suite: "words",
    bug: "different replacements for one word are placed next to each other",
    file: "content/merge/TextMerge.ts",
    from: "return inline === undefined ? undefined : [inline]",
    to: "return inline === undefined ? [...primary, ...changed].map(({ node }) => node) : [inline]"
  },
  {
    suite: "words",
    bug: "words that both sides insert at one position are placed next to each other",
    file: "content/merge/TextMerge.ts",
    from: "return inserts && grows(left) && grows(right)",
    to: "return false"
  },
  {
    suite: "blocks",
    bug: "a text conflict is reported again after it was resolved",
    file: "content/merge/DocumentMerge.ts",
    from: "const settled = attemptBoth({ ...sides, choices })",
    to: "const settled = plain"
  },
  {
    suite: "requests",
    bug: "updating a change request does not advance its merge base",
    file: "spaces/change-request/ChangeRequest.ts",
    from: "self.revisionMergedAncestor ?? self.revisionInitial",
    to: "self.revisionInitial"
  },
  {
    suite: "hurried",
    bug: "edits of a contributor after the first one are not counted",
    file: "spaces/change-request/ChangeRequest.ts",
    from: "?.edits ?? 0) + 1",
    to: "?.edits ?? 1)"
  },
  {
    suite: "states",
    bug: "a merged change request can be reopened",
    file: "spaces/change-request/ChangeRequest.ts",
    from: 'if (from === "merged") return closed',
    to: 'if (from === "merged") return typeof trigger === "object" ? to(trigger.set) : closed'
  },
  {
    suite: "states",
    bug: "authors can merge their own change requests without the review role",
    file: "spaces/change-request/ChangeRequest.ts",
    from: 'if (trigger === "merge") return atLeast(party.role, "review")',
    to: 'if (trigger === "merge") return mayManage(party)'
  },
  {
    suite: "requests",
    bug: "a change request is still counted under its previous status",
    file: "spaces/change-request/ChangeRequests.ts",
    from: "left === undefined ? {} : { [left]: -1 }",
    to: "left === undefined ? {} : { [left]: 0 }"
  },
  {
    suite: "requests",
    bug: "merging does not change the status of the change request",
    file: "proposals/merging/Merging.ts",
    from: "status, revisionMerged",
    to: "revisionMerged"
  },
  {
    suite: "requests",
    bug: "merging does not update the change request counters of the space",
    file: "proposals/merging/Merging.ts",
    from: "spaces.add(space, counterChanges(seen.value.status, status))",
    to: "Effect.void"
  },
  {
    suite: "hurried",
    bug: "the revision of a merge does not have the change request's revision as a parent",
    file: "proposals/merging/Merging.ts",
    from: "parents: [head, request.revision]",
    to: "parents: [head]"
  },
  {
    suite: "hurried",
    bug: "the revision of a merge does not name its change request",
    file: "proposals/merging/Merging.ts",
    from: "mergedFrom: request.id",
    to: ""
  },
  {
    suite: "requests",
    bug: "updating a change request that is up to date creates a revision",
    file: "proposals/merging/Merging.ts",
    from: "if (!isOutdated(request, opened.space.value.revision)) return same",
    to: ""
  },
  {
    suite: "hurried",
    bug: "an edit of a change request during its merge is lost",
    file: "proposals/merging/Merging.ts",
    from: "if (seen.value.revision !== request.revision) return yield* new HeadMoved()",
    to: ""
  },
  {
    suite: "requests",
    bug: "conflict choices for an outdated head of the change request are accepted",
    file: "proposals/merging/Merging.ts",
    from: "if (expectedHead !== request.revision) {",
    to: "if (expectedHead === undefined) {"
  },
  {
    suite: "hurried",
    bug: "conflict choices for an outdated head of the space are accepted",
    file: "proposals/merging/Merging.ts",
    from: "if (expectedBase !== actual) {",
    to: "if (expectedBase === undefined) {"
  },
  {
    suite: "requests",
    bug: "the sides of a merge are swapped",
    file: "proposals/changes/ThreeWays.ts",
    from: "primary: opened.space.value.revision, changed: request.revision }",
    to: "primary: request.revision, changed: opened.space.value.revision }"
  },
  {
    suite: "requests",
    bug: "a merge uses the head of the space as its base",
    file: "proposals/changes/ThreeWays.ts",
    from: "base: mergeBase(request), primary",
    to: "base: opened.space.value.revision, primary"
  },
  {
    suite: "hurried",
    bug: "an edit that changes nothing creates a revision",
    file: "spaces/edit/Editing.ts",
    from: "if (root === opened.root.hash) return { ...opened, root: after, outcome, revision: head }",
    to: ""
  },
  {
    suite: "hurried",
    bug: "a change request that is merged during an edit accepts the edit",
    file: "spaces/edit/Editing.ts",
    from: 'Effect.as(permitTransition(entered, request, "edit"), {})',
    to: "Effect.succeed({})"
  },
  {
    suite: "hurried",
    bug: "the second try of what was overtaken holds no lock",
    file: "spaces/commit/ContentCommits.ts",
    from: "isOther(error) ? Effect.fail(error) : locked",
    to: "isOther(error) ? Effect.fail(error) : attempt"
  },
  {
    suite: "duels",
    bug: "the head of a space moves without a look at it",
    file: "spaces/commit/ContentCommits.ts",
    from: "if (seen === undefined || seen.value.revision !== proposal.head) return",
    to: "if (seen === undefined) return"
  },
  {
    suite: "racing",
    bug: "the head of a request moves without a look at it",
    file: "spaces/commit/ContentCommits.ts",
    from: "if (seen.value.revision !== proposal.head) return yield* new HeadMoved()",
    to: ""
  },
  {
    suite: "requests",
    bug: "bringing up to date counts as an edit",
    file: "spaces/commit/ContentCommits.ts",
    from: 'proposal.type === "edits" ? addEdit',
    to: 'proposal.root !== "" ? addEdit'
  },
  ...access.plants,
  ...others.plants,
  ...audiences.plants,
  ...blocks.plants,
  ...blobs.plants,
  ...computed.plants,
  ...installations.plants,
  ...reading.plants,
  ...sso.plants,
  ...openapi.plants,
  ...translations.plants,
  ...scripts.plants,
  ...searching.plants,
  ...secrets.plants,
  ...siteScripts.plants,
  ...sources.plants,
  ...subscriptions.plants,
  ...tasks.plants,
  ...webhooks.plants,
  ...watching.plants,
  ...delivery.plants,
  ...hosts.plants,
  ...exports.plants,
  ...people.plants,
  ...clients.plants,
  ...backup.plants,
  ...integrationEvents.plants,
  ...replicas.plants,
  ...eventTypes.plants,
  ...linear.plants,
  ...fairness.plants,
  ...merging.plants,
  ...saving.plants
]
