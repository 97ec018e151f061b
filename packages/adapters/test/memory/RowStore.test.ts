import { Memory } from "@quire/adapters/memory"
import { RowStoreAgreement, RowStoreContract } from "@quire/core/testing"
import { rounds } from "./Rounds.ts"

RowStoreContract.suite("memory", Memory.layer, { serial: true, runs: rounds(50, 1000) })
RowStoreAgreement.suite("memory", Memory.layer, { runs: rounds(200, 5000) })
