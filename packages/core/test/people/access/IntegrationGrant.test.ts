import { IntegrationGrant, Scope } from "@quire/core/internal"
import { assert, describe, it } from "vitest"

const kinds = ["space", "collection", "site"] as const
const actions = [
  "content:view",
  "content:read",
  "content:comment",
  "content:edit",
  "content:review",
  "content:create"
] as const

/** What each scope opens, kind by kind (rule scope-grants). */
const table: { readonly [scope: string]: ReadonlyArray<string> } = {
  "space:metadata:read": ["space content:view"],
  "space:metadata:write": ["space content:view", "space content:create"],
  "space:content:read": ["space content:view", "space content:read"],
  "space:content:write": ["space content:view", "space content:edit"],
  "site:metadata:read": ["site content:view"],
  "site:adaptive:read": ["site content:view"],
  "site:adaptive:write": ["site content:view"],
  "site:visitor:auth": ["site content:view"],
  "openapi:read": [],
  "openapi:write": []
}

describe("the scope of an integration", () => {
  it("has an entry in the table", () => {
    assert.deepStrictEqual(Object.keys(table), [...Scope.scopes])
  })

  it.each([...Scope.scopes])("permits only these actions for %s (rule scope-grants)", (scope) => {
    const opened = kinds.flatMap((kind) =>
      actions.flatMap((action) =>
        IntegrationGrant.scopesFor(kind, action).includes(scope) ? [`${kind} ${action}`] : []
      )
    )
    assert.deepStrictEqual(opened, table[scope])
  })
})
