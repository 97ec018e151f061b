import { type AccessFacts, CodePoint } from "@quire/core"
import { HashMap, HashSet, Option } from "effect"
import type { Readers } from "./MemoryState.ts"

type Entry = AccessFacts.ReaderEntry

const entryOf = ({ kind, placement }: Entry) => JSON.stringify([kind, placement])

const groupOf = (organization: string, kind: AccessFacts.PlacementKind, key: string) =>
  JSON.stringify([organization, kind, key])

const groupsOf = ({ organization, kind, keys }: Entry) => keys.map((key) => groupOf(organization, kind, key))

/** Replaces the readers of one placement. */
export const replace = (readers: Readers, entry: Entry): Readers => {
  const name = entryOf(entry)
  let { placements } = readers
  for (const before of Option.toArray(HashMap.get(readers.entries, name))) {
    for (const group of groupsOf(before)) {
      placements = HashMap.modify(placements, group, HashSet.remove(entry.placement))
    }
  }
  for (const group of groupsOf(entry)) {
    placements = HashMap.modifyAt(placements, group, (ids) =>
      Option.some(HashSet.add(Option.getOrElse(ids, HashSet.empty<string>), entry.placement))
    )
  }
  const entries = HashMap.set(readers.entries, name, { ...entry, keys: [...entry.keys] })
  return { entries, placements }
}

/** Ids of the placements that one of the keys may list, in id order, without duplicates. */
export const readable = (
  { placements }: Readers,
  organization: string,
  kind: AccessFacts.PlacementKind,
  keys: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const key of keys) {
    const group = HashMap.get(placements, groupOf(organization, kind, key))
    for (const id of Option.getOrElse(group, HashSet.empty<string>)) ids.add(id)
  }
  return [...ids].sort(CodePoint.compare)
}
