import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The fonts of a book: families in the order in which they are tried, and the bytes of their files. */
export interface Fonts {
  readonly text: ReadonlyArray<string>
  readonly mono: ReadonlyArray<string>
  readonly files: ReadonlyArray<Uint8Array>
  /** Packages that are not installed, each with the script that cannot be displayed without it. */
  readonly missing: ReadonlyArray<{ readonly package: string; readonly script: string; readonly of: RegExp }>
}

interface Family {
  readonly name: string
  readonly package: string
  /** Font faces by folder, and the beginning of their file names. */
  readonly faces: ReadonlyArray<string>
  readonly file: string
  /** The script that requires it; always required when absent. */
  readonly script?: { readonly name: string; readonly of: RegExp }
}

const latin = ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"]
const upright = ["400Regular", "700Bold"]

const latinLetters = /\p{Script=Latin}/u
const han = /\p{Script=Han}/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

const family = (name: string, file: string, faces: ReadonlyArray<string>, script?: Family["script"]): Family => ({
  name,
  package: `@expo-google-fonts/${name.toLowerCase().replaceAll(" ", "-")}`,
  file,
  faces,
  ...(script === undefined ? {} : { script })
})

const text = family("Noto Sans", "NotoSans", latin)
const mono = family("JetBrains Mono", "JetBrainsMono", ["400Regular", "400Regular_Italic", "700Bold"])
/** Other fonts draw the dots of letters, or ligatures, as glyphs from which no text can be extracted. */
const arabic = family("Amiri", "Amiri", latin, { name: "Arabic", of: /\p{Script=Arabic}/u })
const hebrew = family("Noto Sans Hebrew", "NotoSansHebrew", upright, { name: "Hebrew", of: /\p{Script=Hebrew}/u })
const japanese = family("Noto Sans JP", "NotoSansJP", upright, { name: "Japanese", of: kana })
const korean = family("Noto Sans KR", "NotoSansKR", upright, { name: "Korean", of: /\p{Script=Hangul}/u })
const chinese = family("Noto Sans SC", "NotoSansSC", upright, { name: "Chinese", of: han })
const thai = family("Noto Sans Thai", "NotoSansThai", upright, { name: "Thai", of: /\p{Script=Thai}/u })
const emoji = family("Noto Color Emoji", "NotoColorEmoji", ["400Regular"], {
  name: "emoji",
  of: /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
})

/** Every package that holds fonts of books. */
export const packages: ReadonlyArray<string> = [text, mono, arabic, hebrew, thai, japanese, korean, chinese, emoji].map(
  (each) => each.package
)

const require = createRequire(import.meta.url)

const folderOf = (name: string): string | undefined => {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

const filesOf = ({ faces, file, package: name }: Family): ReadonlyArray<string> => {
  const folder = folderOf(name)
  if (folder === undefined) return []
  return faces.map((face) => join(folder, face, `${file}_${face}.ttf`)).filter((path) => existsSync(path))
}

/** The fonts that a text needs, in order of preference for characters that several fonts contain. */
const needed = (content: string): ReadonlyArray<Family> => {
  const [hasKana, hasHangul] = [kana.test(content), /\p{Script=Hangul}/u.test(content)]
  const eastern = hasKana ? [japanese, korean, chinese] : hasHangul ? [korean, chinese] : [chinese]
  return [text, arabic, hebrew, thai, ...eastern, emoji].filter(
    ({ script }) => script === undefined || script.of.test(content)
  )
}

/** The fonts for a text that are installed. Reads only the files that the text needs. */
export const choose = (content: string): Fonts => {
  const found = [...needed(content), mono].map((each) => ({ ...each, paths: filesOf(each) }))
  const has = found.filter(({ paths }) => paths.length > 0)
  const families = has.map(({ name }) => name).filter((name) => name !== mono.name)
  return {
    text: families,
    mono: [mono.name, "DejaVu Sans Mono", ...families],
    files: has.flatMap(({ paths }) => paths.map((path) => readFileSync(path))),
    missing: found.flatMap(({ package: name, paths, script }) =>
      paths.length > 0 ? [] : [{ package: name, script: script?.name ?? "Latin", of: script?.of ?? latinLetters }]
    )
  }
}
