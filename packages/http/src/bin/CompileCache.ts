import * as Module from "node:module"
import { join } from "node:path"

type Environment = { readonly [name: string]: string | undefined }

/**
 * The folder of the compile cache. It is in a folder of the user, because anyone who can write to it can change the
 * program. Undefined if the user has no such folder.
 */
export const folderOf = ({ HOME, LOCALAPPDATA, XDG_CACHE_HOME }: Environment): string | undefined => {
  const caches = XDG_CACHE_HOME ?? LOCALAPPDATA ?? (HOME === undefined ? undefined : join(HOME, ".cache"))
  return caches === undefined || caches === "" ? undefined : join(caches, "quire")
}

/** Caches compiled code for the next start if Node supports it (22.8 or later). Returns whether it does. */
export const keepCompiled = (environment: Environment): boolean => {
  const folder = folderOf(environment)
  const enable: unknown = Reflect.get(Module, "enableCompileCache")
  if (folder === undefined || typeof enable !== "function") return false
  enable(folder)
  return true
}
