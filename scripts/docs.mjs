import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { build } from "./build.mjs"
import { checkGuide } from "./guide.mjs"
import { at } from "./workspace.mjs"

const usage = `npm run docs                    publish the guide in memory and serve it
npm run docs -- --port 4200     use this port (default 4101; 0 for any free port)
npm run docs -- --check [part]  run the code of every page, or of pages whose path contains the argument
npm run docs -- --images        take the screenshots of the README`

const tell = (line) => console.log(line)

const serveGuide = async (port) => {
  const { Quire } = await import(pathToFileURL(at("packages/http/dist/index.js")).href)
  const { serve } = await import("./guide/site.mjs")
  tell("opening a store in memory")
  return serve((baseUrl) => Quire.open({ store: { kind: "memory" }, baseUrl }), port, tell)
}

const takePictures = async () => {
  const served = await serveGuide(0)
  try {
    if (!served.isWhole) {
      tell("no screenshots were taken because the import was incomplete")
      return 1
    }
    const { takePictures } = await import("./guide/pictures.mjs")
    return (await takePictures(served, tell)) ? 0 : 1
  } finally {
    await served.close()
  }
}

const serveUntilSignal = async (port) => {
  const { base, close, start } = await serveGuide(port)
  tell(`\nThe guide is at ${start}\nThe API reference is at ${base}/docs`)
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void close())
  return undefined
}

/** Publishes, checks or pictures the guide. Returns the exit code; undefined while it is served. */
export const docs = async (args) => {
  const options = {
    port: { type: "string", default: "4101" },
    check: { type: "boolean" },
    images: { type: "boolean" },
    help: { type: "boolean" }
  }
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  if (values.help === true || !/^\d{1,5}$/.test(values.port)) {
    tell(usage)
    return values.help === true ? 0 : 2
  }
  if (values.check === true) return (await checkGuide(positionals[0])) ? 0 : 1
  if ((await build("packages/http")) !== 0) return 1
  return values.images === true ? takePictures() : serveUntilSignal(Number(values.port))
}
