import * as Module from "node:module"
import { join } from "node:path"

type Environment = { readonly [name: string]: string | undefined }

/**
 * Where compiled code is kept: in a folder of the user's own, since whoever could write there would write the program.
 * Undefined where the user has none.
 */
export const folderOf = ({ HOME, LOCALAPPDATA, XDG_CACHE_HOME }: Environment): string | undefined => {
  const caches = XDG_CACHE_HOME ?? LOCALAPPDATA ?? (HOME === undefined ? undefined : join(HOME, ".cache"))
  return caches === undefined || caches === "" ? undefined : join(caches, "quire")
}

/**
 * Keeps what is compiled of what is loaded from now on for the next start, where this Node can: from 22.8 on. Returns
 * whether it does.
 */
export const keepCompiled = (environment: Environment): boolean => {
  const folder = folderOf(environment)
  const enable: unknown = Reflect.get(Module, "enableCompileCache")
  if (folder === undefined || typeof enable !== "function") return false
  enable(folder)
  return true
}
