import { assert } from "vitest"
import { betaSchema } from "./sites.ts"
import type { World } from "./world.ts"

const text = (words: string) => ({ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] })

const paragraph = (words: string) => ({ object: "block", type: "paragraph", data: {}, nodes: [text(words)] })

const showing = (expression: string) => ({
  object: "block",
  type: "paragraph",
  data: {},
  nodes: [text("Plan: "), { object: "inline", type: "expression", isVoid: true, data: { expression } }, text(".")]
})

const shownIf = (expression: string, ...nodes: ReadonlyArray<unknown>) => ({
  object: "block",
  type: "if",
  data: { expression },
  nodes
})

/** What is written into a space: each word occurs once, where its name says. */
export const words = {
  open: "zqopenly",
  beta: "zqbetanews",
  hidden: "zqhiddens",
  condition: "zqcondition",
  file: "zqunlinked",
  reusable: "zqreusable",
  reusableBeta: "zqreusedbeta",
  draft: "zqdrafted",
  comment: "zqcommented",
  secret: "zqsecretspace",
  secretPath: "zq-secret-path",
  link: "zqheaderlink",
  announcement: "zqswitchedoff"
} as const

/** What a reader without claims may read of it; all else is hidden from them. */
export const open: ReadonlySet<string> = new Set([words.open, words.reusable])

export type Visibility = "public" | "unlisted" | "share-link" | "visitor-auth"

export interface Published {
  readonly organization: string
  readonly site: string
  readonly url: string
  readonly space: string
  readonly revision: string
  readonly siteSpace: string
  readonly page: string
  readonly path: string
  readonly document: string
  readonly file: string
  readonly reusable: string
  readonly reusableDocument: string
  readonly changeRequest: string
  /** A space on the site that those in the beta see. */
  readonly beta: { readonly space: string; readonly siteSpace: string }
}

/** Sends as the administrator, and must be answered. */
export const sender = (world: World) => async (method: string, path: string, body?: unknown) => {
  const answer = await world.send("admin", method, path, body === undefined ? {} : { body })
  assert.isBelow(answer.status, 300, `${method} ${path}: ${answer.text}`)
  return answer.json
}

interface Listed {
  readonly id: string
  readonly path: string
  readonly documentId: string
  readonly document: string
}

const written = async (world: World) => {
  const send = sender(world)
  const space = await world.space({ title: "Guide", editMode: "live" })
  const at = `/v1/spaces/${space}`
  const document = {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: [
      paragraph(words.open),
      shownIf("visitor.claims.isBeta", paragraph(words.beta)),
      shownIf(`"${words.condition}" === "never"`, paragraph(words.hidden)),
      showing("visitor.claims.plan")
    ]
  }
  const reused = {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: [shownIf("visitor.claims.isBeta", paragraph(words.reusableBeta))]
  }
  const made = await send("POST", `${at}/content`, {
    changes: [
      { operation: "insert_page", title: "Start", slug: "start", document: { document } },
      { operation: "insert_reusable_content", title: words.reusable, document: { document: reused } },
      { operation: "insert_files", files: [{ name: `${words.file}.txt`, base64: btoa("hello") }] }
    ]
  })
  await send("PATCH", at, { editMode: "locked" })
  const pages = (await send("GET", `${at}/content/pages`)).pages as ReadonlyArray<Listed>
  const files = (await send("GET", `${at}/content/files`)).items as ReadonlyArray<Listed>
  const [reusable = ""] = made["insertedReusableContents"] as ReadonlyArray<string>
  const content = (await send("GET", `${at}/content/reusable-contents/${reusable}`)) as unknown as Listed
  const request = await send("POST", `${at}/change-requests`, { subject: words.draft })
  await send("POST", `${at}/change-requests/${request.id}/content`, {
    changes: [{ operation: "insert_page", title: words.draft }]
  })
  await send("POST", `${at}/comments`, { body: { markdown: words.comment } })
  return {
    space,
    revision: made.revision ?? "",
    page: pages[0]?.id ?? "",
    path: pages[0]?.path ?? "",
    document: pages[0]?.documentId ?? "",
    file: files[0]?.id ?? "",
    reusable,
    reusableDocument: content.document,
    changeRequest: request.id
  }
}

/** A published site of adaptive content: a guide that all of its readers see, and a space for the beta. */
export const published = async (world: World, visibility: Visibility = "public"): Promise<Published> => {
  const send = sender(world)
  const guide = await written(world)
  const secret = await world.space({ title: words.secret })
  const made = await send("POST", `/v1/orgs/${world.organization}/sites`, {
    title: `Published ${visibility}`,
    visibility,
    spaces: [guide.space, secret]
  })
  const at = `/v1/orgs/${world.organization}/sites/${made.id}`
  await send("PUT", `${at}/adaptive-schema`, { jsonSchema: betaSchema })
  await send("PATCH", at, { adaptiveContent: { enabled: true } })
  const [first, second] = (await send("GET", `${at}/site-spaces`)).items as ReadonlyArray<Listed>
  const condition = `visitor.claims.isBeta && "${words.condition}" !== ""`
  await send("PATCH", `${at}/site-spaces/${second?.id}`, { condition, path: words.secretPath })
  await send("PUT", `${at}/customization`, {
    header: { links: [{ title: words.link, to: null, links: [], condition }] },
    announcement: { enabled: false, message: words.announcement, style: "info" }
  })
  for (const [source, siteSpaceId] of [
    ["/old", first?.id],
    ["/secret", second?.id]
  ]) {
    await send("POST", `${at}/redirects`, { source, destination: { kind: "site-space", siteSpaceId } })
  }
  const { urls } = await send("POST", `${at}/publish`)
  return {
    organization: world.organization,
    site: made.id,
    url: urls["published"] ?? "",
    ...guide,
    siteSpace: first?.id ?? "",
    beta: { space: secret, siteSpace: second?.id ?? "" }
  }
}

/** Asks for a content token as a separate reader of published sites does. */
export const lookUp = (world: World, url: string, more: object = {}) =>
  world.api.send("POST", "/v1/urls/published", { body: { url, ...more } })

export const tokenOf = async (world: World, url: string, more: object = {}): Promise<string> => {
  const answer = await lookUp(world, url, more)
  assert.strictEqual(answer.status, 200, answer.text)
  return String(answer.json["apiToken"])
}
