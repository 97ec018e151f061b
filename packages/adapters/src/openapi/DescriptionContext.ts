import { type ApiDescription, type Block, ContentRef, DescriptionReader, ExactJson } from "@quire/core"
import { limits } from "./DescriptionLimits.ts"
import { DescriptionMarkdown } from "./DescriptionMarkdown.ts"
import { type At, below, definedFields, get, isRecord, list, printAt, type Raw, step } from "./Raw.ts"

const refuse = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

type Blocks = ReadonlyArray<Block.TopLevel>

/** The versions of OpenAPI that are read. */
export type Family = ApiDescription.ApiOutline["openapi"]

/** The target of a reference, and its location. */
export interface ResolvedReference {
  readonly value: Raw
  readonly at: At | undefined
}

/** A schema that only references name, by its place. */
export interface InnerSchema extends ResolvedReference {
  readonly name: string
}

const schemaPlaces = ["#/components/schemas/", "#/definitions/"]

const decodeSegment = (segment: string): string => {
  const unescaped = segment.replaceAll("~1", "/").replaceAll("~0", "~")
  try {
    return decodeURIComponent(unescaped)
  } catch {
    return unescaped
  }
}

/** State of reading one description: the whole description, the omitted parts, and the amount of output so far. */
export class DescriptionContext {
  readonly root: Raw
  readonly family: Family
  readonly unread: Array<ApiDescription.Unread> = []
  unreadTotal = 0
  readonly #markdown = new DescriptionMarkdown()
  readonly #inner = new Map<string, InnerSchema>()
  readonly #waiting: Array<InnerSchema> = []
  #made = 0

  constructor(root: Raw, family: Family) {
    this.root = root
    this.family = family
  }

  /** Records a part that is omitted. */
  skip(at: At | undefined, problem: string): undefined {
    this.unreadTotal++
    if (this.unread.length < limits.unread) {
      this.unread.push({ at: this.clean(printAt(at)).slice(0, 300), problem: this.clean(problem).slice(0, 300) })
    }
    return undefined
  }

  /** Counts output, so that repeated references cannot expand a description beyond the limit. */
  spend(at: At | undefined, characters: number): void {
    this.#made += characters
    if (this.#made > limits.madeCharacters) {
      throw refuse(`${this.clean(printAt(at))}: repeated references make the description too large`)
    }
  }

  /** A text that can be stored: well-formed, without NUL, of bounded length. */
  clean(text: string): string {
    const whole = text.length > limits.textCharacters ? text.slice(0, limits.textCharacters) : text
    return whole.toWellFormed().replaceAll("\u0000", "\ufffd")
  }

  /** A string, or the source text of a number or boolean that YAML parsed. */
  text(value: Raw): string | undefined {
    if (typeof value === "string") return this.clean(value)
    if (value instanceof ExactJson.Literal) return this.clean(value.written)
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined
  }

  /** A description: its text, and its blocks if it contains markup. Counted, because references can repeat it. */
  described(value: Raw, at: At | undefined): { readonly description?: string; readonly descriptionBlocks?: Blocks } {
    const description = this.text(value)
    if (description === undefined) return {}
    const descriptionBlocks = this.#markdown.read(description)
    this.spend(
      at,
      description.length + (descriptionBlocks === undefined ? 0 : JSON.stringify(descriptionBlocks).length)
    )
    return { description, ...definedFields({ descriptionBlocks }) }
  }

  texts(value: Raw): ReadonlyArray<string> | undefined {
    const found = list(value).flatMap((item) => this.text(item) ?? [])
    return Array.isArray(value) ? found : undefined
  }

  /** An address that may become a link. */
  link(value: Raw, at: At | undefined): string | undefined {
    const text = this.text(value)?.trim()
    if (text === undefined || text === "") return undefined
    return ContentRef.isSafeUrl(text) ? text : this.skip(at, "is not a URL that can be linked to")
  }

  /** A value as JSON text. */
  json(value: Raw, at: At | undefined): string | undefined {
    if (value === undefined) return undefined
    const text = ExactJson.stringify(value)
    if (text.length <= limits.valueCharacters) {
      this.spend(at, text.length)
      return this.clean(text)
    }
    return this.skip(at, `is a value of more than ${limits.valueCharacters.toLocaleString("en")} characters`)
  }

  /** The target of a pointer within the description. */
  #find(pointer: string): ResolvedReference | undefined {
    let value = this.root
    let at: At | undefined
    for (const segment of pointer === "#" ? [] : pointer.slice(2).split("/").map(decodeSegment)) {
      value = step(value, segment)
      at = below(at, segment)
    }
    return value === undefined ? undefined : { value, at }
  }

  #local(ref: string, at: At | undefined): string {
    if (ref.startsWith("#")) return ref
    const [where, name] = [this.clean(printAt(at)), this.clean(ref).slice(0, 200)]
    throw refuse(
      `${where} refers to "${name}", which is outside of the description; the description must be one self-contained document`
    )
  }

  /**
   * Follows references up to a value that is not a reference; undefined, with a note, where they cannot be resolved.
   */
  follow(value: Raw, at: At | undefined): ResolvedReference | undefined {
    let found: ResolvedReference | undefined = { value, at }
    for (let hops = 0; found !== undefined; hops++) {
      const ref = get(found.value, "$ref")
      if (typeof ref !== "string") return isRecord(found.value) ? found : this.skip(at, "is not an object")
      if (hops === limits.hops) return this.skip(at, `refers to itself, or through more than ${limits.hops} references`)
      found = this.#find(this.#local(ref, found.at))
    }
    return this.skip(at, `refers to ${JSON.stringify(get(value, "$ref"))}, which does not exist`)
  }

  /** The target of references within the description; undefined, without a note, where there is none. */
  target(value: Raw): Raw {
    let found = value
    for (let hops = 0; hops < limits.hops; hops++) {
      const ref = get(found, "$ref")
      if (typeof ref !== "string") return found
      found = ref.startsWith("#") ? this.#find(ref)?.value : undefined
    }
    return undefined
  }

  /** The reference in a value, as displayed where it cannot be resolved. */
  refOf(value: Raw): string | undefined {
    const ref = get(value, "$ref")
    return typeof ref === "string" ? this.clean(ref).slice(0, limits.refCharacters) : undefined
  }

  /** The name of the schema that a reference points to. A schema without a name is read later, by its location. */
  schemaName(ref: string, at: At | undefined): string | undefined {
    const pointer = this.#local(ref, at)
    const found = this.#find(pointer)
    if (found === undefined) return this.skip(at, `refers to ${JSON.stringify(ref)}, which does not exist`)
    const place = schemaPlaces.find((each) => pointer.startsWith(each))
    const segment = place === undefined ? "" : pointer.slice(place.length)
    if (segment !== "" && !segment.includes("/")) return this.clean(decodeSegment(segment))
    const name = this.clean(pointer)
    if (!this.#inner.has(name)) {
      const inner = { ...found, name }
      this.#inner.set(name, inner)
      this.#waiting.push(inner)
    }
    return name
  }

  /** A schema that was named by its place and is to be read. */
  nextInner(): InnerSchema | undefined {
    return this.#waiting.shift()
  }
}
