import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The scripts of Unicode 15.0 by their names in regular expressions. */
const names = `
  Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo
  Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Coptic
  Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan
  Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya
  Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada
  Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B
  Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek
  Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari
  Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic
  Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya
  Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada
  Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le
  Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi
  Wancho Warang_Citi Yezidi Yi Zanabazar_Square
`
  .trim()
  .split(/\s+/)

const inherited = /^[\p{Script=Common}\p{Script=Inherited}]$/u

/** The script of a character as a warning names it; a sign that belongs to no script by its code point. */
const scriptOf = (character: string): string => {
  const name = inherited.test(character)
    ? undefined
    : names.find((each) => new RegExp(`\\p{Script=${each}}`, "u").test(character))
  const code = character.codePointAt(0) ?? 0
  return name?.replaceAll("_", " ") ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
}

/** How the compiler says that no font has a glyph, with the text in quotes that may be escaped. */
const undrawn = /the text `\\?"([^`]*?)\\?"` could not be displayed/g

const unescape = (text: string): string =>
  text
    .replaceAll("\\", "")
    .replace(/u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** The characters that a message of the compiler names as missing from every font, each once. */
export const charactersIn = (message: string): ReadonlySet<string> => {
  const texts = new Set(Array.from(message.matchAll(undrawn), ([, text = ""]) => text))
  return new Set(Array.from(texts).flatMap((text) => Array.from(unescape(text))))
}

/** The scripts of characters, each once, in the order in which they come. */
export const scriptsOf = (characters: Iterable<string>): ReadonlyArray<string> => [
  ...new Set(Array.from(characters, scriptOf))
]

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
