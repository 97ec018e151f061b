import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const sources = [
  {},
  { type: "website" },
  { type: "website", url: "" },
  { type: "website", url: "ftp://docs.test/x" },
  { type: "website", url: "https://docs.test/", files: [] },
  { type: "website", url: "https://docs.test/", format: "pdf" },
  { type: "file" },
  { type: "file", files: [] },
  { type: "file", files: [""] },
  { type: "file", files: ["x", "x"] },
  { type: "folder", files: ["x"] }
]

const website = { type: "website", url: "https://docs.test/" }

export const imports: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  startImportRun: async (world) => [
    {
      path: { spaceId: await world.space() },
      body: { source: website, mode: "propose", subject: "Documentation" },
      nonsense: { source: sources, mode: ["", "merge", "Append"], subject: ["", " ", "x".repeat(101), "a\nb"] }
    }
  ]
}
