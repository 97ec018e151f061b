import { Memory } from "@quire/adapters/memory"
import { Rounds, RowStoreAgreement, RowStoreContract } from "@quire/core/testing"

RowStoreContract.suite("memory", Memory.layer, { serial: true, runs: Rounds.rounds(50, 1000) })
RowStoreAgreement.suite("memory", Memory.layer, { runs: Rounds.rounds(200, 42_000) })
