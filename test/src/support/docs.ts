import { Imports, type Members, type Organizations, type SpaceId, Spaces, type Users } from "@quire/core"
import { Effect } from "effect"
import { zipSync } from "fflate"
import { as } from "./engine.ts"
import { found, type World } from "./world.ts"

const encoder = new TextEncoder()
export const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4D8UgzMDAAAAL/wL+G3qrUwAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0)
)

/** Zips texts and bytes by path. */
export const zipped = (tree: { readonly [path: string]: string | Uint8Array }): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(tree).map(([path, content]) => [
        path,
        typeof content === "string" ? encoder.encode(content) : content
      ])
    ),
    { level: 0 }
  )

const archive = zipped({
  "README.md": "# Home\n\nWelcome. See [the guide](guide/install.md).\n",
  "guide/README.md": "# Guide\n\nAll about it.\n",
  "guide/install.md":
    "---\ndescription: How to set up\n---\n# Install it\n\nRun the installer.\n\n## On Linux\n\nUse the penguin package.\n\n![logo](../logo.png)\n",
  "logo.png": png
})

export const zip = {
  source: "zip",
  bytes: archive,
  contentType: "application/zip",
  url: "file:///docs.zip",
  name: "docs.zip"
} as const
export const markdown = (text: string) =>
  ({
    source: "markdown",
    bytes: encoder.encode(text),
    contentType: undefined,
    url: "file:///a.md",
    name: "a.md"
  }) as const

/** Creates a space with an imported tree of three pages and an image. */
export const prepared: Effect.Effect<
  World & { readonly id: SpaceId; readonly result: Imports.ImportResult },
  never,
  Spaces.Spaces | Imports.Imports | Users.Users | Organizations.Organizations | Members.Members
> = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const imports = yield* Imports.Imports
  const world = yield* found
  const { id } = yield* as(world.admin)(spaces.create(world.organization, { title: "Docs", editMode: "live" }))
  const result = yield* as(world.editor)(imports.bytesIntoSpace(id, zip))
  return { ...world, id, result }
}).pipe(Effect.orDie)
