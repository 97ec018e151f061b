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
