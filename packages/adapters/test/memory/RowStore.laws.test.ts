import { Memory } from "@quire/adapters/memory"
import { Rounds, RowStoreAgreement, RowStoreContract } from "@quire/testing"

RowStoreContract.suite("memory", Memory.layer, { serial: true, runs: Rounds.rounds(20, 1_000, 50) })
RowStoreAgreement.suite("memory", Memory.layer, { runs: Rounds.rounds(80, 42_000, 200) })
