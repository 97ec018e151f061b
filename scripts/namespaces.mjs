import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const exporting = /^export (?:\* as (\w+)|\{([^}]*)\}) from "(\.[^"]+)";?$/gm

/** The modules of an index by the names that it exports: those of namespaces, and of single values of a module. */
const namespacesOf = (index) => {
  const modules = new Map()
  for (const [, namespace, values = "", path] of readFileSync(index, "utf8").matchAll(exporting)) {
    const module = join(dirname(index), path)
    if (namespace !== undefined) modules.set(namespace, { module, isNamespace: true })
    for (const value of values.split(",").map((text) => text.trim())) {
      if (/^\w+$/.test(value)) modules.set(value, { module, isNamespace: false })
    }
  }
  return modules
}

const importing = /^import \{([^}]*)\} from "((?:effect|@quire)(?:\/[^"]*)?)"$/gm

/** One import for each namespace and value that is named, and one of the index for all else. */
const spellOut = (names, index, namespaces) => {
  const rest = []
  const lines = []
  for (const each of names.split(",").map((text) => text.trim())) {
    if (each === "" || each.startsWith("type ")) continue
    const [, name, local = name] = /^(\w+)(?: as (\w+))?$/.exec(each) ?? []
    const found = namespaces.get(name)
    if (found === undefined) rest.push(each)
    else if (found.isNamespace) lines.push(`import * as ${local} from ${JSON.stringify(found.module)}`)
    else lines.push(`import { ${name} as ${local} } from ${JSON.stringify(found.module)}`)
  }
  if (rest.length > 0) lines.push(`import { ${rest.join(", ")} } from ${JSON.stringify(index)}`)
  return `${lines.join("; ")}${"\n".repeat(names.split("\n").length - 1)}`
}

/**
 * Imports the namespaces of an index directly from their modules. A namespace that is re-exported by an index becomes
 * an object with a function for each export: all of them are created at each start, called at each use, and none can be
 * removed from the bundle. For a module that is imported directly, esbuild knows which exports are used and removes the
 * others.
 */
export const namespaces = {
  name: "namespaces",
  setup({ onLoad, resolve }) {
    const indexes = new Map()
    const indexOf = async (path, resolveDir) => {
      if (!indexes.has(path)) {
        const { path: index } = await resolve(path, { kind: "import-statement", resolveDir })
        indexes.set(path, [index, namespacesOf(index)])
      }
      return indexes.get(path)
    }
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const contents = readFileSync(path, "utf8")
      const named = new Set(Array.from(contents.matchAll(importing), ([, , from]) => from))
      for (const from of named) await indexOf(from, dirname(path))
      return {
        loader: "ts",
        contents: contents.replace(importing, (_, names, from) => spellOut(names, ...indexes.get(from)))
      }
    })
  }
}
