import { type AccessFacts, CodePoint } from "@quire/core"
import { HashMap, HashSet, Option } from "effect"
import type * as MemoryState from "./MemoryState.ts"

type Entry = AccessFacts.ReaderEntry

const entryKey = ({ kind, placement }: Entry) => JSON.stringify([kind, placement])

const groupKey = (organization: string, kind: AccessFacts.PlacementKind, key: string) =>
  JSON.stringify([organization, kind, key])

const groupKeys = ({ organization, kind, keys }: Entry) => keys.map((key) => groupKey(organization, kind, key))

/** Replaces the readers of one placement. */
export const replace = (readers: MemoryState.Readers, entry: Entry): MemoryState.Readers => {
  const name = entryKey(entry)
  let { placements } = readers
  for (const before of Option.toArray(HashMap.get(readers.entries, name))) {
    for (const group of groupKeys(before)) {
      placements = HashMap.modify(placements, group, HashSet.remove(entry.placement))
    }
  }
  for (const group of groupKeys(entry)) {
    placements = HashMap.modifyAt(placements, group, (ids) =>
      Option.some(HashSet.add(Option.getOrElse(ids, HashSet.empty<string>), entry.placement))
    )
  }
  const entries = HashMap.set(readers.entries, name, { ...entry, keys: [...entry.keys] })
  return { entries, placements }
}

/** Ids of the placements that one of the keys may list, in id order, without duplicates. */
export const readablePlacements = (
  { placements }: MemoryState.Readers,
  organization: string,
  kind: AccessFacts.PlacementKind,
  keys: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const key of keys) {
    const group = HashMap.get(placements, groupKey(organization, kind, key))
    for (const id of Option.getOrElse(group, HashSet.empty<string>)) ids.add(id)
  }
  return [...ids].sort(CodePoint.compare)
}
