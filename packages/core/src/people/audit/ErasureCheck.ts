import type * as AuditChain from "./AuditChain.ts"
import type { AuditEntry } from "./AuditEntry.ts"
import * as Erasures from "./Erasures.ts"

interface Left {
  readonly record: Erasures.ErasureRecord
  /** The first entry of the erasure. */
  readonly first: AuditEntry
}

const breakAt = ({ id, sequence }: AuditEntry, why: string): AuditChain.Break => ({ sequence, id, why })

/**
 * Compares the redacted entries, read in the order of their chain, with the records in the events of their erasures
 * (rule audit-erasure). `pending` are the records of events that are not in a chain yet.
 */
export class ErasureCheck {
  private readonly left = new Map<string, Left>()
  private readonly pending: ReadonlyMap<string, Erasures.ErasureRecord>

  constructor(pending: ReadonlyMap<string, Erasures.ErasureRecord>) {
    this.pending = pending
  }

  /** The break at the event of an erasure whose entries differ from its record. */
  findBreak(entry: AuditEntry): AuditChain.Break | undefined {
    if (entry.erased !== undefined) {
      const { first = entry, record = Erasures.begin(entry.erased) } = this.left.get(entry.erased) ?? {}
      this.left.set(entry.erased, { first, record: Erasures.add(record, entry) })
    }
    const said = Erasures.recordOf(entry)
    if (said === undefined) return undefined
    const found = this.left.get(said.erasure)?.record ?? Erasures.begin(said.erasure)
    this.left.delete(said.erasure)
    return Erasures.isSame(said, found)
      ? undefined
      : breakAt(entry, "the entries that this erasure redacted were changed afterwards")
  }

  /** At the end of the chain: the break at an entry for which no erasure is recorded. */
  findUnsaid(): AuditChain.Break | undefined {
    for (const { first, record } of this.left.values()) {
      const said = this.pending.get(record.erasure)
      if (said === undefined || !Erasures.isSame(said, record))
        return breakAt(first, "the entry is redacted, but no erasure is recorded for it")
    }
    return undefined
  }
}
