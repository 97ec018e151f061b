import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Api } from "@quire/http/api"
import { HttpApi } from "effect/http-api"

interface Route {
  readonly section: string
  readonly route: string
}

const [header, ...lines] = readFileSync(new URL("routes.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")

const promised = lines.map((line): Route => {
  const [section = "", method, path] = line.split("\t")
  return { section, route: `${method} ${path}` }
})

/** What is served and not among the promised. */
const beyond = [
  "GET /v1/orgs/:organizationId/webhooks",
  "POST /v1/orgs/:organizationId/webhooks",
  "GET /v1/orgs/:organizationId/webhooks/:webhookId",
  "PATCH /v1/orgs/:organizationId/webhooks/:webhookId",
  "DELETE /v1/orgs/:organizationId/webhooks/:webhookId",
  "POST /v1/orgs/:organizationId/webhooks/:webhookId/rotate",
  "POST /v1/orgs/:organizationId/webhooks/:webhookId/ping",
  "GET /v1/orgs/:organizationId/webhooks/:webhookId/deliveries",
  "GET /v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:eventId",
  "POST /v1/orgs/:organizationId/webhooks/:webhookId/deliveries/:eventId/replay",
  "POST /v1/orgs/:organizationId/webhooks/:webhookId/deliveries/replay",
  "POST /v1/integrations/:integrationName/render",
  "GET /v1/integrations/:integrationName/render",
  "GET /v1/orgs/:organizationId/integrations/:integrationName/installation_status",
  "GET /v1/orgs/:organizationId/integrations",
  "GET /v1/orgs/:organizationId/installations",
  "GET /v1/orgs/:organizationId/integrations/installations-status",
  "GET /v1/spaces/:spaceId/integrations",
  "GET /v1/spaces/:spaceId/integration-blocks",
  "POST /v1/integrations/:integrationName/installations/:installationId/tokens",
  "GET /v1/spaces/:spaceId/integration-scripts",
  "GET /v1/integrations/:integrationName/events",
  "GET /v1/integrations/:integrationName/events/:eventId",
  "POST /v1/integrations/:integrationName/events/:eventId/replay",
  "POST /v1/integrations/:integrationName/tasks",
  "PUT /v1/integrations/:integrationName/dev",
  "DELETE /v1/integrations/:integrationName/dev",
  "GET /v1/integrations/:integrationName/installations",
  "POST /v1/integrations/:integrationName/installations",
  "GET /v1/integrations/:integrationName/installations/:installationId",
  "PATCH /v1/integrations/:integrationName/installations/:installationId",
  "DELETE /v1/integrations/:integrationName/installations/:installationId",
  "GET /v1/integrations/:integrationName/spaces",
  "GET /v1/integrations/:integrationName/installations/:installationId/spaces",
  "POST /v1/integrations/:integrationName/installations/:installationId/spaces",
  "GET /v1/integrations/:integrationName/installations/:installationId/spaces/:spaceId",
  "PATCH /v1/integrations/:integrationName/installations/:installationId/spaces/:spaceId",
  "DELETE /v1/integrations/:integrationName/installations/:installationId/spaces/:spaceId",
  "GET /v1/integrations/:integrationName/sites",
  "GET /v1/integrations/:integrationName/installations/:installationId/sites",
  "POST /v1/integrations/:integrationName/installations/:installationId/sites",
  "GET /v1/integrations/:integrationName/installations/:installationId/sites/:siteId",
  "PATCH /v1/integrations/:integrationName/installations/:installationId/sites/:siteId",
  "DELETE /v1/integrations/:integrationName/installations/:installationId/sites/:siteId",
  "PATCH /v1/orgs/:organizationId/openapi/:specSlug",
  "GET /v1/orgs/:organizationId/openapi/:specSlug/versions",
  "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/latest",
  "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/latest/content",
  "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId",
  "GET /v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content",
  "GET /v1/spaces/:spaceId/pdf",
  "GET /v1/spaces/:spaceId/export",
  "GET /v1/subdomains/:subdomain",
  "POST /v1/orgs/:organizationId/translations/:translationSettingsId/run",
  "GET /v1/orgs/:organizationId/translations/:translationSettingsId/languages",
  "GET /v1/orgs/:organizationId/translations/:translationSettingsId/languages/:language",
  "PUT /v1/orgs/:organizationId/translations/:translationSettingsId/languages/:language",
  "DELETE /v1/orgs/:organizationId/translations/:translationSettingsId/languages/:language",
  "GET /v1/orgs/:organizationId/translations-glossary",
  "PUT /v1/orgs/:organizationId/translations-glossary",
  "GET /v1/orgs/:organizationId/translations-glossary/:glossaryEntryId",
  "GET /v1/custom-hostnames/:hostname",
  "POST /v1/custom-hostnames/:hostname",
  "PATCH /v1/custom-hostnames/:hostname",
  "DELETE /v1/custom-hostnames/:hostname",
  "GET /v1/orgs/:organizationId/sites/:siteId/scripts",
  "PUT /v1/orgs/:organizationId/sites/:siteId/scripts",
  "GET /v1/orgs/:organizationId/sites/:siteId/customization",
  "PUT /v1/orgs/:organizationId/sites/:siteId/customization",
  "GET /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
  "DELETE /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
  "GET /v1/orgs/:organizationId/sites/:siteId/redirects",
  "POST /v1/orgs/:organizationId/sites/:siteId/redirects",
  "PUT /v1/orgs/:organizationId/sites/:siteId/redirects",
  "GET /v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
  "DELETE /v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
  "GET /v1/orgs/:organizationId/sites/:siteId/redirect",
  "GET /v1/orgs/:organizationId/sites/:siteId/share-links",
  "POST /v1/orgs/:organizationId/sites/:siteId/share-links",
  "GET /v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
  "DELETE /v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
  "GET /v1/orgs/:organizationId/sites/:siteId/publishing/auth",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/publishing/auth",
  "POST /v1/orgs/:organizationId/sites/:siteId/publishing/auth/regenerate",
  "GET /v1/orgs/:organizationId/content-link-invites",
  "POST /v1/orgs/:organizationId/join",
  "GET /v1/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
  "GET /v1/orgs/:organizationId/sites/:siteId/structure",
  "POST /v1/orgs/:organizationId/sites/:siteId/search",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/structure/sort",
  "POST /v1/orgs/:organizationId/sites/:siteId/publish",
  "POST /v1/orgs/:organizationId/sites/:siteId/unpublish",
  "POST /v1/sign-in",
  "GET /v1/orgs/:organizationId/sites/:siteId/publishing/preview",
  "GET /v1/urls/content",
  "POST /v1/urls/published",
  "GET /v1/urls/published",
  "GET /v1/orgs/:organizationId/access/explanation",
  "GET /v1/orgs/:organizationId/access/members",
  "POST /v1/orgs/:organizationId/access/what-if",
  "POST /v1/spaces/:spaceId/permissions",
  "GET /v1/spaces/:spaceId/permissions/users",
  "PATCH /v1/spaces/:spaceId/permissions/users/:userId",
  "DELETE /v1/spaces/:spaceId/permissions/users/:userId",
  "GET /v1/spaces/:spaceId/permissions/teams",
  "PATCH /v1/spaces/:spaceId/permissions/teams/:teamId",
  "DELETE /v1/spaces/:spaceId/permissions/teams/:teamId",
  "GET /v1/spaces/:spaceId/permissions/aggregate",
  "POST /v1/collections/:collectionId/permissions",
  "GET /v1/collections/:collectionId/permissions/users",
  "PATCH /v1/collections/:collectionId/permissions/users/:userId",
  "DELETE /v1/collections/:collectionId/permissions/users/:userId",
  "GET /v1/collections/:collectionId/permissions/teams",
  "PATCH /v1/collections/:collectionId/permissions/teams/:teamId",
  "DELETE /v1/collections/:collectionId/permissions/teams/:teamId",
  "GET /v1/collections/:collectionId/permissions/aggregate",
  "POST /v1/orgs/:organizationId/sites/:siteId/permissions",
  "GET /v1/orgs/:organizationId/sites/:siteId/permissions/users",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/permissions/users/:userId",
  "DELETE /v1/orgs/:organizationId/sites/:siteId/permissions/users/:userId",
  "GET /v1/orgs/:organizationId/sites/:siteId/permissions/teams",
  "PATCH /v1/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId",
  "DELETE /v1/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId",
  "GET /v1/orgs/:organizationId/sites/:siteId/permissions/aggregate",
  "GET /v1/spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks",
  "DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId",
  "GET /v1/orgs/:organizationId/change-requests",
  "GET /v1/orgs/:organizationId/merge-rules",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews/:reviewId",
  "GET /v1/spaces/:spaceId/merge-rules",
  "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers",
  "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/reviews",
  "PUT /v1/orgs/:organizationId/merge-rules",
  "PUT /v1/spaces/:spaceId/merge-rules",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/commenters",
  "GET /v1/spaces/:spaceId/commenters",
  "GET /v1/spaces/:spaceId/comments",
  "POST /v1/spaces/:spaceId/comments",
  "GET /v1/spaces/:spaceId/comments/:commentId",
  "PUT /v1/spaces/:spaceId/comments/:commentId",
  "DELETE /v1/spaces/:spaceId/comments/:commentId",
  "GET /v1/spaces/:spaceId/comments/:commentId/replies",
  "POST /v1/spaces/:spaceId/comments/:commentId/replies",
  "GET /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
  "PUT /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
  "DELETE /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
  "POST /v1/spaces/:spaceId/content",
  "POST /v1/spaces/:spaceId/rollback",
  "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/content",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/merge-status",
  "POST /v1/spaces/:spaceId/change-requests/:changeRequestId/resolve",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/contributors",
  "GET /v1/",
  "GET /v1/user",
  "GET /v1/user/tokens",
  "POST /v1/user/tokens",
  "GET /v1/user/tokens/:tokenId",
  "DELETE /v1/user/tokens/:tokenId",
  "GET /v1/user/sessions",
  "DELETE /v1/user/sessions/:sessionId",
  "GET /v1/orgs/:organizationId/audit-log",
  "GET /v1/users/:userId",
  "PATCH /v1/users/:userId",
  "POST /v1/orgs",
  "POST /v1/collections/:collectionId/restore",
  "GET /v1/spaces/:spaceId/revisions",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/path/:pagePath",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/changes",
  "GET /v1/spaces/:spaceId/change-requests/:changeRequestId/links",
  "GET /v1/spaces/:spaceId/content/page/:pageId/meta-links",
  "POST /v1/spaces/:spaceId/content/openapi/:specSlug/refresh"
]

const served: Array<string> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => void served.push(`${endpoint.method} ${endpoint.path}`)
})

const routesOf = (routes: ReadonlyArray<Route>) => routes.map(({ route }) => route).sort()

describe("the promised routes", () => {
  it("are 149, each once", () => {
    assert.strictEqual(header, "section\tmethod\tpath")
    assert.strictEqual(new Set(routesOf(promised)).size, 149)
    const sizes = Array.from(
      { length: 19 },
      (_, at) => promised.filter(({ section }) => section === `4.${at + 1}`).length
    )
    assert.deepStrictEqual(sizes, [10, 7, 24, 10, 9, 8, 8, 5, 7, 5, 7, 7, 8, 5, 9, 6, 5, 5, 4])
  })

  it("are served, every one", () => {
    const missing = promised.filter(({ route }) => !served.includes(route))
    assert.deepStrictEqual(routesOf(missing), [])
  })

  it("are joined by the routes named here and no other", () => {
    const known = new Set(routesOf(promised))
    assert.deepStrictEqual(served.filter((route) => !known.has(route)).sort(), [...beyond].sort())
    assert.strictEqual(new Set(served).size, served.length)
  })
})
