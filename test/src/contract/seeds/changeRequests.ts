import type { Merging } from "@quire/core"
import * as Requests from "../requests.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const webAddresses = ["", "x", "//docs.test/x", "ftp://docs.test/x", "javascript:alert(1)", "http://"]
const ids = ["", "a b", "é", "x".repeat(65), "a99999999999999999999999999"]

const computedOf = (props: object) => ({
  type: "builtin:openapi",
  props,
  dependencies: { spec: { ref: { kind: "openapi", spec: "animals" } } }
})

const changesOf = (page: string, reusable: string) => ({
  changes: [
    {
      operation: "insert_page",
      title: "Made",
      slug: "made",
      emoji: "🚀",
      icon: "rocket",
      description: "What is made",
      document: { markdown: "Text." },
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      into: null,
      at: 0,
      ref: "made"
    },
    { operation: "update_page", page, title: "Other", document: { markdown: "Other." }, into: "made" },
    { operation: "insert_files", files: [{ base64: "aGVsbG8=", name: "hello.txt", contentType: "text/plain" }] },
    { operation: "insert_reusable_content", title: "Notice", document: { markdown: "Mind the gap." } },
    { operation: "update_reusable_content", reusableContent: reusable, title: "Warning" },
    { operation: "delete_page", page: "made" },
    {
      operation: "insert_page",
      type: "computed",
      title: "API",
      computed: computedOf({ models: true }),
      computedSeed: "x"
    },
    {
      operation: "insert_page",
      title: "Cats",
      computed: computedOf({ doc: "operations", page: "Cats", part: 1 }),
      computedSeed: "x"
    }
  ]
})

const nullable = [
  "changes.0.into",
  "changes.1.into",
  "changes.1.slug",
  "changes.1.emoji",
  "changes.1.icon",
  "changes.1.description",
  "changes.1.document",
  "changes.1.cover",
  "changes.4.document"
]

/** Texts without a separate limit. */
const prose = [
  "changes.0.document.markdown",
  "changes.1.document.markdown",
  "changes.2.files.0.base64",
  "changes.3.document.markdown",
  "changes.6.computedSeed",
  "changes.7.computedSeed",
  "changes.7.computed.props.page"
]

const nonsense = {
  changes: [[]],
  "changes.0.operation": ["", "insert", "rename_page"],
  "changes.0.title": ["", " "],
  "changes.0.emoji": ["", "x"],
  "changes.0.icon": ["", "Rocket", "a b"],
  "changes.0.into": ids,
  "changes.0.at": [-1, 0.5],
  "changes.0.ref": ["", "a b"],
  "changes.1.page": ids,
  "changes.1.into": ids,
  "changes.2.files": [[]],
  "changes.2.files.0.base64": ["%"],
  "changes.2.files.0.name": ["", " "],
  "changes.2.files.0.contentType": ["", "text"],
  "changes.4.reusableContent": ids,
  "changes.5.page": ids,
  "changes.6.type": ["", "document", "group", "link", "Computed"],
  "changes.6.computed.type": ["", "builtin", "builtin:translation", "integration:github", "integration::files"],
  "changes.6.computed.props": [{}, { models: "true" }, { doc: "models" }],
  "changes.6.computed.dependencies.spec": [
    {},
    { ref: { kind: "space", space: "x" } },
    { ref: { kind: "openapi", spec: "" } }
  ],
  "changes.6.computedSeed": ["", "x".repeat(257), "a\u0000"],
  "changes.7.computed.props": [{}, { doc: "pages" }, { doc: "info", page: "" }, { models: true }],
  "changes.7.computed.props.part": [0, 1.5, "1"],
  "changes.7.computedSeed": ["", "x".repeat(257), "a\u0000"]
}

const importOf = (world: World, source: string, file: string) => ({
  body: { url: `${world.sourceUrl}/${file}`, source },
  nonsense: { url: webAddresses, source: ["", "zip ", "notion", "quip", "exe"] }
})

const point = { block: "b1", offset: 1 }

const offsets = [-1, 0.5, 1_000_001]

const presence = {
  body: { page: "p1", selection: { anchor: point, head: point }, seconds: 30 },
  nonsense: {
    page: ["", " ", "x".repeat(101)],
    "selection.anchor.block": ["", "x".repeat(101)],
    "selection.anchor.offset": offsets,
    "selection.head.offset": offsets,
    seconds: [-1, 0.5, 31]
  }
}

export const changeRequests: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createChangeRequest: async (world) => [
    {
      path: { spaceId: await world.space() },
      body: { subject: "New", agentTaskId: "x" },
      ignored: ["agentTaskId"],
      nonsense: {}
    }
  ],
  updateChangeRequest: async (world) => [
    {
      path: await Requests.ofDocs(world),
      body: { subject: "New", status: "open" },
      nonsense: { status: ["", "merged", "Open", "all"] }
    }
  ],
  resolveConflicts: async (world) => {
    const path = await Requests.outdated(world, true)
    const status = `/v1/spaces/${path.spaceId}/change-requests/${path.changeRequestId}/merge-status`
    const { json } = await world.send("admin", "GET", status)
    const { conflicts, expectedBase, expectedHead } = json as unknown as Merging.MergeStatus
    const [key = ""] = conflicts.map((conflict) => conflict.key)
    return [
      {
        path,
        body: { resolutions: { [key]: "primary" }, expectedBase, expectedHead },
        nonsense: {
          resolutions: [{ [key]: "" }, { [key]: "ours" }, { [key]: {} }, { nothing: "primary" }, {}],
          expectedBase: ids,
          expectedHead: ids
        }
      }
    ]
  },
  announcePresence: async ({ docs }) => [{ path: { spaceId: docs.space, presenceSession: "session-1" }, ...presence }],
  announceChangeRequestPresence: async (world) => [
    { path: { ...(await Requests.ofDocs(world)), presenceSession: "session-1" }, ...presence }
  ],
  editContent: async (world) => {
    const { page, space } = await world.book()
    const made = await world.send("admin", "POST", `/v1/spaces/${space}/content`, {
      body: { changes: [{ operation: "insert_reusable_content", title: "Notice" }] }
    })
    const [reusable = ""] = made.json["insertedReusableContents"] as unknown as ReadonlyArray<string>
    return [{ path: { spaceId: space }, body: changesOf(page, reusable), nullable, nonsense, prose }]
  },
  editChangeRequestContent: async (world) => [
    {
      path: await Requests.ofDocs(world),
      body: changesOf(world.docs.page, world.docs.reusable),
      nullable,
      nonsense,
      prose
    }
  ],
  importContentIntoChangeRequest: async (world) => [
    { path: await Requests.ofDocs(world), ...importOf(world, "zip", "docs.zip") }
  ],
  importContentIntoPageOfChangeRequest: async (world) => [
    { path: { ...(await Requests.ofDocs(world)), pageId: world.docs.page }, ...importOf(world, "markdown", "guide.md") }
  ],
  rollBack: async ({ docs }) => [
    { path: { spaceId: docs.space }, body: { revision: docs.before }, nonsense: { revision: ids } }
  ]
}
