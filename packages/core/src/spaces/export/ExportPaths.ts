import { cut } from "../../foundation/text/Text.ts"

export const limits = {
  /** Bytes of a name, which file systems want below 255 with what is added to it. */
  nameBytes: 200,
  /** Maximum code units of a path, and folders in it; deeper files are placed in `deepest`. */
  length: 700,
  depth: 40
} as const

export const deepest = "more/"

/** Names that are reserved for other purposes than pages. */
const reserved: ReadonlySet<string> = new Set(["readme", "index", "summary"])

const encoder = new TextEncoder()

/** The text cut to the bytes that names may have. */
export const fit = (text: string): string => {
  let name = text
  while (encoder.encode(name).length > limits.nameBytes) name = cut(name, Array.from(name).length - 1)
  return name
}

const keyOf = (path: string): string => path.toLowerCase()

const foldersOf = (key: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = key.indexOf("/"); at !== -1; at = key.indexOf("/", at + 1)) found.push(key.slice(0, at))
  return found
}

/** Assigns paths. Each is unique regardless of letter case, and none is a folder of another. */
export const makeClaims = () => {
  const files = new Set<string>()
  const folders = new Set<string>()
  const next = new Map<string, number>()

  const isFree = (key: string): boolean =>
    !files.has(key) && !folders.has(key) && foldersOf(key).every((folder) => !files.has(folder))

  /** The first of the paths of numbers from 1 on that is free. */
  return (pathOf: (number: number) => string): string => {
    const first = keyOf(pathOf(1))
    for (let number = next.get(first) ?? 1; ; number++) {
      const path = pathOf(number)
      const key = keyOf(path)
      if (!isFree(key)) continue
      files.add(key)
      for (const folder of foldersOf(key)) folders.add(folder)
      next.set(first, number + 1)
      return path
    }
  }
}

export type Claim = ReturnType<typeof makeClaims>

const numbered = (name: string, number: number): string => (number === 1 ? name : `${name}-${number}`)

/** The path of a page, and the name that an importer would derive from it. */
export interface PagePlace {
  readonly path: string
  readonly name: string
}

/** Claims the path of a page of that slug; one with pages below it is the `README.md` of their folder. */
export const claimPage = (claim: Claim, folder: string, slug: string, hasPages: boolean): PagePlace => {
  const isDeep = folder.length + slug.length > limits.length || folder.split("/").length > limits.depth
  const above = isDeep ? deepest : folder
  const name = fit(slug)
  const least = !hasPages && reserved.has(name) ? 2 : 1
  const nameAt = (number: number) => numbered(name, number + least - 1)
  const end = hasPages ? "/README.md" : ".md"
  const path = claim((number) => `${above}${nameAt(number)}${end}`)
  return { path, name: path.slice(above.length, path.length - end.length) }
}

const splitName = (name: string): readonly [stem: string, extension: string] => {
  const [extension = ""] = /\.[A-Za-z0-9]{1,16}$/.exec(name) ?? []
  return [name.slice(0, name.length - extension.length), extension]
}

/** Names that Git uses for repositories or settings, and device names of Windows, with any extension. */
const special = /^(?:\.git.*|git~\d.*|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?)$/is

/** Characters that file systems and Git do not allow in a name. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]|(?<![. ])[. ]+$/g

/** A name that denotes an ordinary file wherever the export is unpacked (rule export-form). */
const harmless = (name: string): string => {
  const plain = name.replace(/[. ]$/, "_")
  return special.test(plain.replace(ignored, "")) ? `_${plain}` : plain
}

/**
 * Claims the path of a file, which keeps its name unless that is reserved; files with the same name are placed in
 * separate folders.
 */
export const claimFile = (claim: Claim, folder: string, given: string): string => {
  const [stem, extension] = splitName(harmless(given))
  const name = fit(stem) + extension
  return claim((number) => (number === 1 ? folder + name : `${folder}${number}/${name}`))
}
