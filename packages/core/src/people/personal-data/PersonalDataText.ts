import { Schema, Stream } from "effect"
import type { PersonalRow } from "../../foundation/personal/PersonalRows.ts"
import type { Section } from "../../foundation/personal/Section.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { Profile } from "./PersonalData.ts"

const encodeProfile = Schema.encodeSync(Schema.fromJsonString(Profile))

interface Part {
  readonly section: Section
  readonly items: Stream.Stream<PersonalRow>
}

const separate = (index: number) => (index === 0 ? "" : ",\n")

const writeSection = ({ items, section }: Part, at: number): Stream.Stream<string> =>
  Stream.make(`${separate(at)}"${section}":[`).pipe(
    Stream.concat(
      Stream.map(Stream.zipWithIndex(items), ([item, index]) => `${separate(index)}${JSON.stringify(item)}`)
    ),
    Stream.concat(Stream.make("]"))
  )

/** `PersonalData` as JSON, piece by piece. */
export const write = (profile: Profile, parts: ReadonlyArray<Part>, at: number): Stream.Stream<string> => {
  const head = `{"object":"personal-data","version":1,"exportedAt":"${toTimestamp(at)}",\n"profile":${encodeProfile(profile)},\n"sections":{`
  return parts
    .reduce(
      (text, part, index) => Stream.concat(text, writeSection(part, index)),
      Stream.concat(Stream.make(head), Stream.empty)
    )
    .pipe(Stream.concat(Stream.make("}}\n")))
}
