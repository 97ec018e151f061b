import { scripts } from "./scripts.ts"
import { archives, descriptions, expressions, html, markdown, queries, repeat } from "./texts.ts"

/** A person with separate objects. */
export interface Person {
  readonly token: string
  readonly user: string
  readonly organization: string
  readonly space: string
  readonly changeRequest: string
}

export interface Source {
  readonly kind: "website" | "zip" | "markdown" | "description"
  readonly content: string | Uint8Array
}

export interface Sent {
  readonly method: string
  readonly path: string
  /** Text is sent as it is, all else as JSON. */
  readonly body?: string | object
  readonly headers?: { readonly [name: string]: string }
  /** What is imported, instead of a body. */
  readonly source?: Source
}

/** Requests that are sent at once, each of which the limits of the API admit. */
export interface Attack {
  readonly name: string
  /** Milliseconds until all must be answered. */
  readonly deadline: number
  /** Statuses from 500 that blame the attacker and not the server. */
  readonly refusals?: ReadonlyArray<number>
  readonly prepare?: (person: Person, send: (sent: Sent) => Promise<{ readonly status: number }>) => Promise<void>
  readonly requests: (person: Person) => ReadonlyArray<Sent>
  /** What is asked again and again afterwards, until the answer says that what was begun is over. */
  readonly until?: { readonly ask: (person: Person) => Sent; readonly isOver: (text: string) => boolean }
}

const ordinary = 10_000
const importing = 60_000

type Named<A> = { readonly [name: string]: A }

const each = <A>(kind: string, all: Named<A>, of: (given: A) => Omit<Attack, "name">): ReadonlyArray<Attack> =>
  Object.entries(all).map(([name, given]) => ({ name: `${kind}: ${name}`, ...of(given) }))

const content = ({ changeRequest, space }: Person) => `/v1/spaces/${space}/change-requests/${changeRequest}/content`

const edit = (person: Person, changes: ReadonlyArray<object>): Sent => ({
  method: "POST",
  path: content(person),
  body: { changes }
})

const page = (document: object, title = "Page") => ({ operation: "insert_page", title, document })

const commentLength = 19_990

const comment = ({ space }: Person, text: string): Sent => ({
  method: "POST",
  path: `/v1/spaces/${space}/comments`,
  body: { body: { markdown: text } }
})

const document = (nodes: ReadonlyArray<object>) => ({
  document: { object: "document", data: { schemaVersion: 1 }, nodes }
})

const many = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const text = (leaves: ReadonlyArray<object>) => ({ object: "text", leaves })
const leaf = (content: unknown, marks: ReadonlyArray<unknown> = []) => ({ object: "leaf", text: content, marks })
const paragraph = (nodes: ReadonlyArray<object>) => ({
  object: "block",
  type: "paragraph",
  isVoid: false,
  data: {},
  nodes
})

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`

/** Bodies of an edit, whether or not they mean anything. */
const bodies: Named<() => string | object> = {
  "unknown blocks": () => ({
    changes: [page(document(many(6_000, () => ({ object: "block", type: "nonsense", nodes: [] }))))]
  }),
  "wrong leaves": () => ({ changes: [page(document([paragraph(many(6_000, () => leaf(1)))]))] }),
  "wrong texts": () => ({ changes: [page(document(many(6_000, () => paragraph([text([leaf(1, [{}])])]))))] }),
  "50 pages": () => ({
    changes: many(50, (index) => page({ markdown: repeat("lorem *ipsum* [dolor](x) ", 20_000) }, `Page ${index}`))
  }),
  "unknown changes": () => ({ changes: many(9_999, () => ({ operation: "nonsense" })) }),
  nulls: () => ({ changes: many(9_999, () => null) }),
  "10,000 blocks": () => ({ changes: [page(document(many(9_999, () => paragraph([text([leaf("ab")])]))))] }),
  "5,000 blocks": () => ({
    changes: [page(document(many(5_000, (index) => paragraph([text([leaf(`hello ${index}`)])]))))]
  }),
  "many leaves": () => ({ changes: [page(document([paragraph([text(many(9_999, () => leaf("ab")))])]))] }),
  "many marks": () => {
    const marks = many(5, () => ({ object: "mark", type: "bold" }))
    return { changes: [page(document(many(30, () => paragraph([text(many(100, () => leaf("a", marks)))]))))] }
  },
  brackets: () => nested(500_000, "[", "]"),
  "brackets in limits": () => `{"changes":[${many(15_000, () => nested(30, "[", "]")).join(",")}]}`,
  "many keys": () => `{${many(70_000, (index) => `"k${index}":1`).join(",")}}`,
  "arrays of keys": () =>
    `{"changes":[${many(9_000, () => `{${many(9, (at) => `"k${at}":{}`).join(",")}}`).join(",")}]}`,
  "equal keys": () => `{${many(100_000, () => '"changes":1').join(",")}}`,
  numbers: () => `{"changes":[${many(9_999, () => "1e308").join(",")}],"a":${"9".repeat(900_000)}}`,
  escapes: () => `{"changes":"${"\\u0061".repeat(170_000)}"}`,
  surrogates: () => `{"changes":"${"\\ud800".repeat(170_000)}"}`,
  "long title": () => ({ changes: [{ operation: "insert_page", title: "a\u0301".repeat(300_000) }] }),
  "title of marks": () => ({ changes: [{ operation: "insert_page", title: `a${"\u0315\u0300".repeat(150_000)}` }] }),
  "base64 files": () => ({
    changes: [
      {
        operation: "insert_files",
        files: many(20, (index) => ({ name: `${index}.txt`, contentType: "text/plain", base64: "YWFh".repeat(12_000) }))
      }
    ]
  })
}

const lists: ReadonlyArray<Attack> = [
  {
    name: "invites: 9,999",
    deadline: ordinary,
    requests: ({ organization }) => [
      {
        method: "POST",
        path: `/v1/orgs/${organization}/invites`,
        body: { emails: many(9_999, () => 1), role: "read" }
      }
    ]
  },
  {
    name: "invites: 100",
    deadline: ordinary,
    requests: ({ organization }) => [
      {
        method: "POST",
        path: `/v1/orgs/${organization}/invites`,
        body: { emails: many(100, (index) => `invited-${index}@bounded.test`), role: "read" }
      }
    ]
  },
  {
    name: "merge rules: 9,999",
    deadline: ordinary,
    requests: ({ space }) => [
      {
        method: "PUT",
        path: `/v1/spaces/${space}/merge-rules`,
        body: { mode: "custom", rules: many(9_999, () => ({})) }
      }
    ]
  },
  {
    name: "team members: 9,999",
    deadline: ordinary,
    requests: ({ organization }) => [
      {
        method: "PUT",
        path: `/v1/orgs/${organization}/teams`,
        body: { title: "Team", members: many(9_999, (index) => `user-${index}`) }
      }
    ]
  },
  {
    name: "what if: 1,000 keys",
    deadline: ordinary,
    requests: ({ organization }) => [
      {
        method: "POST",
        path: `/v1/orgs/${organization}/access/what-if`,
        body: Object.fromEntries(many(1_000, (index) => [`k${index}`, many(9, () => ({}))]))
      }
    ]
  }
]

const thousandComments = async (person: Person, send: Parameters<NonNullable<Attack["prepare"]>>[1]) => {
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(many(50, (index) => send(comment(person, `Comment *${batch}* of [${index}](https://a.test).`))))
  }
}

const comments = ({ space }: Person): Sent => ({ method: "GET", path: `/v1/spaces/${space}/comments?limit=1000` })

const reading: ReadonlyArray<Attack> = [
  { name: "comments: 1,000", deadline: ordinary, prepare: thousandComments, requests: (one) => [comments(one)] },
  {
    name: "comments: 20 times 1,000",
    deadline: ordinary,
    prepare: thousandComments,
    requests: (one) => many(20, () => comments(one))
  },
  {
    name: "parameters: 2,000",
    deadline: ordinary,
    requests: ({ space }) => [
      { method: "GET", path: `/v1/spaces/${space}?${many(2_000, (index) => `a${index}=b`).join("&")}` },
      { method: "GET", path: `/v1/spaces/${space}/search?${many(1_600, () => "query=b").join("&")}` },
      { method: "GET", path: `/v1/spaces/${space}/comments?${"&".repeat(14_000)}` },
      { method: "GET", path: `/v1/spaces/${space}/comments?limit=${"9".repeat(14_000)}` },
      { method: "GET", path: `/v1/spaces/${space}/comments?page=${"%F0%9F%98%80".repeat(1_100)}` }
    ]
  },
  {
    name: "paths: 14 kB",
    deadline: ordinary,
    requests: ({ space }) => [
      { method: "GET", path: `/v1/${"a/".repeat(7_000)}` },
      { method: "GET", path: "/".repeat(14_000) },
      { method: "GET", path: `/v1/spaces/${space}/content/path/${"a/".repeat(6_900)}` },
      { method: "GET", path: `/v1/spaces/${space}/content/path/${"%2F".repeat(4_600)}` },
      { method: "GET", path: `/v1/spaces/${"%F0%9F%98%80".repeat(1_100)}` },
      { method: "GET", path: `/v1/spaces/${";#".repeat(4_000)}` }
    ]
  },
  {
    name: "headers: 14 kB",
    deadline: ordinary,
    requests: ({ space }) => [
      { method: "GET", path: `/v1/spaces/${space}`, headers: { authorization: `Bearer ${"a".repeat(14_000)}` } },
      { method: "GET", path: `/v1/spaces/${space}`, headers: { accept: "a/b;q=0.1,".repeat(1_400) } },
      { method: "GET", path: `/v1/spaces/${space}`, headers: { "if-none-match": '"a",'.repeat(3_500) } },
      { method: "GET", path: `/v1/spaces/${space}`, headers: { cookie: "a=b; ".repeat(2_800) } },
      {
        method: "GET",
        path: `/v1/spaces/${space}`,
        headers: Object.fromEntries(many(900, (index) => [`x-${index}`, "b"]))
      }
    ]
  }
]

const largest = (word: string) => repeat(`${word} *ipsum* [dolor](https://a.test) sit.\n\n`, 60_000)

/** Two texts of a page, each as large as a document may be, one in the space and one in the change request. */
const prepareLarge: Attack["prepare"] = async (person, send) => {
  const merge = `/v1/spaces/${person.space}/change-requests/${person.changeRequest}/merge`
  for (const sent of [edit(person, [page({ markdown: largest("lorem") }, "Large")]), { method: "POST", path: merge }]) {
    const { status } = await send(sent)
    if (status >= 300) throw new Error(`${sent.path} was answered ${status}`)
  }
}

/** What is read of a space with one page as large as they may be. */
const readings: Named<(person: Person) => ReadonlyArray<Sent>> = Object.fromEntries(
  [
    "content/path/large?format=markdown",
    "content/path/large",
    "content/pages",
    "links",
    "search?query=lorem",
    "revisions",
    "content"
  ].map((path) => [
    path,
    ({ space }: Person) => many(5, () => ({ method: "GET", path: `/v1/spaces/${space}/${path}` }))
  ])
)

const rulesOf = ({ space }: Person, expression: string): Sent => ({
  method: "PUT",
  path: `/v1/spaces/${space}/merge-rules`,
  body: { mode: "custom", rules: many(50, () => ({ kind: "expression", expression, message: "no" })) }
})

const imported = ({ space }: Person, content: string | Uint8Array, kind: Source["kind"]): Sent => ({
  method: "POST",
  path: `/v1/spaces/${space}/content/import`,
  source: { kind, content }
})

const attackerName = ({ organization }: Person) => `attack-${organization}`

/** Publishes an integration, and asks its script four times at once: two run, and two wait for their turn. */
const asking = (script: string): Omit<Attack, "name"> => ({
  deadline: 45_000,
  refusals: [502, 504],
  prepare: async (person, send) => {
    const publication = { organization: person.organization, title: "Attack", description: "", scopes: [], script }
    await send({ method: "POST", path: `/v1/integrations/${attackerName(person)}`, body: publication })
  },
  requests: (person) => many(4, () => ({ method: "GET", path: `/integrations/${attackerName(person)}/fetch/` }))
})

/** Everything that is known to have been slow, or looks as if it could be. */
export const attacks: ReadonlyArray<Attack> = [
  ...each("page", markdown, (make) => ({
    deadline: ordinary,
    requests: (person) => [edit(person, [page({ markdown: make() })])]
  })),
  ...each("comment", markdown, (make) => ({
    deadline: ordinary,
    requests: (person) => [comment(person, make().slice(0, commentLength))]
  })),
  ...each("body", bodies, (make) => ({
    deadline: ordinary,
    requests: (person) => [{ method: "POST", path: content(person), body: make() }]
  })),
  ...each("body for an unknown path", bodies, (make) => ({
    deadline: ordinary,
    requests: (person) => [{ method: "POST", path: content({ ...person, space: "nosuchspace" }), body: make() }]
  })),
  ...lists,
  ...reading,
  ...each("expression", expressions, (make) => ({
    deadline: ordinary,
    prepare: async (person, send) => void (await send(rulesOf(person, make()))),
    requests: (person) => [
      rulesOf(person, make()),
      {
        method: "GET",
        path: `/v1/spaces/${person.space}/change-requests/${person.changeRequest}/merge-status`
      }
    ]
  })),
  ...each("search", queries, (query) => ({
    deadline: ordinary,
    prepare: async (person, send) => {
      await send(imported(person, archives["small"]?.() ?? "", "zip"))
    },
    requests: ({ organization, space }) =>
      [`/v1/spaces/${space}/search`, `/v1/orgs/${organization}/search`].map((path) => ({
        method: "GET",
        path: `${path}?query=${encodeURIComponent(query)}`
      }))
  })),
  ...each("large page", readings, (requests) => ({ deadline: ordinary, prepare: prepareLarge, requests })),
  {
    name: "large page: merging and duplicating",
    deadline: ordinary,
    requests: (person) => [
      edit(person, [page({ markdown: largest("lorem") }, "Large")]),
      { method: "POST", path: `/v1/spaces/${person.space}/duplicate` },
      { method: "GET", path: `/v1/spaces/${person.space}/change-requests/${person.changeRequest}/changes` }
    ]
  },
  ...each("web page", html, (make) => ({
    deadline: importing,
    requests: (person) => [imported(person, make(), "website")]
  })),
  ...each("description", descriptions, (make) => ({
    deadline: importing,
    requests: ({ organization }) => [
      {
        method: "PUT",
        path: `/v1/orgs/${organization}/openapi/attack`,
        source: { kind: "description", content: make() }
      }
    ],
    until: {
      ask: ({ organization }) => ({ method: "GET", path: `/v1/orgs/${organization}/openapi/attack` }),
      isOver: (text) => text.includes('"processingState":"complete"')
    }
  })),
  ...each("archive", archives, (make) => ({
    deadline: importing,
    requests: (person) => [imported(person, make(), "zip")]
  })),
  ...each("scripts", scripts, asking)
]
