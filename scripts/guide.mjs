import { build } from "./build.mjs"
import { readPages } from "./guide/blocks.mjs"
import { runPrograms } from "./guide/programs.mjs"
import { runShell } from "./guide/shell.mjs"
import { formatSeconds } from "./workspace.mjs"

/** The blocks that cannot be run here, each by its page and beginning, with the reason. */
const unrun = [
  {
    page: "docs/site/embed/frameworks.md",
    begins: "export default",
    why: "test/src/host/Frameworks.whole.test.ts builds it with Next.js"
  },
  {
    page: "docs/site/embed/frameworks.md",
    begins:
      'const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "https://acme.example/docs/api" })\nconst app',
    why: "test/src/host/Frameworks.whole.test.ts compiles it with NestJS"
  },
  {
    page: "docs/site/embed/editor.md",
    begins: "await session.close()",
    why: "it continues a page that test/src/editor/EditorHost.whole.test.ts opens"
  },
  {
    page: "docs/site/api/integrations.md",
    begins: "PATCH /v1/integrations/{name}",
    why: "the path has placeholders, and test/src/engine/integrations/Installations.test.ts sends it"
  },
  {
    page: "docs/site/write/import.md",
    begins: "components:",
    why: "packages/adapters/test/import/Generators.test.ts imports a folder with such a file"
  },
  { page: "docs/site/run/deploy.md", begins: "install ", why: "it creates a system user and system files" },
  {
    page: "docs/site/run/deploy.md",
    begins: "export QUIRE_DATA",
    why: "it runs as the user created by the previous block"
  },
  { page: "docs/site/run/deploy.md", begins: "mkdir ", why: "it needs a container runtime" },
  { page: "docs/site/run/upgrade.md", begins: "quire migrate --sql", why: "it needs the Postgres client" },
  { page: "docs/site/run/health.md", begins: '{"time":', why: "it is a log line with varying timestamps" },
  { page: "docs/site/run/backup.md", begins: "tar ", why: "the server would have to be stopped" },
  { page: "docs/site/run/backup.md", begins: "pg_dump ", why: "it needs the Postgres client and two databases" },
  { page: "docs/site/run/people.md", begins: "quire user erase", why: "there is no user to erase" }
]

const countOf = (blocks, kind) => blocks.filter((block) => block.kind === kind).length

const faultsOf = (path, { kind, line }) =>
  kind === "unknown" ? [`${path}:${line}: it is neither run nor compared, and no reason is given`] : []

const findStale = (pages, blocks) =>
  unrun
    .filter(({ page }) => pages.some(({ path }) => path === page))
    .filter(({ why }) => !blocks.some((block) => block.why === why))
    .map(({ begins, page }) => `${page}: no block begins with "${begins}"`)

/**
 * Runs every runnable block of code of the guide, or those of pages with a part of a path, after the pages that set up
 * shared state. Returns whether all outputs match the pages.
 */
export const checkGuide = async (part = "") => {
  if ((await build("packages/http")) !== 0) return false
  const started = performance.now()
  const pages = readPages(unrun).filter(({ path }) => path.includes(part) || path.endsWith("/start.md"))
  const blocks = pages.flatMap((page) => page.blocks)
  const faults = [
    ...pages.flatMap((page) => page.blocks.flatMap((block) => faultsOf(page.path, block))),
    ...findStale(pages, blocks)
  ]
  const timed = async (what, check) => {
    const begun = performance.now()
    faults.push(...(await check(pages)))
    console.log(`${what} ${formatSeconds(performance.now() - begun)}`)
  }
  await timed(`programs: ${countOf(blocks, "program")} blocks in`, runPrograms)
  await timed(`commands: ${countOf(blocks, "shell")} blocks in`, runShell)
  for (const fault of faults) console.log(`\n${fault}`)
  for (const { blocks, path } of pages) {
    for (const { kind, line, why } of blocks) if (kind === "unrun") console.log(`not run: ${path}:${line}: ${why}`)
  }
  const counts = ["output", "file", "example", "unrun"].map((kind) => countOf(blocks, kind))
  console.log(
    `${pages.length} pages, ${blocks.length} blocks: ${counts[0]} outputs compared, ${counts[1]} files used, ` +
      `${counts[2]} examples shown, ${counts[3]} not run, ${faults.length} faults ` +
      `in ${formatSeconds(performance.now() - started)}`
  )
  return faults.length === 0
}
