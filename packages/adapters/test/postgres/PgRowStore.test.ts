import { Rounds, RowStoreAgreement, RowStoreContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

RowStoreContract.suite("postgres", StoreTemplate.layer(), { runs: Rounds.rounds(12, 1_000, 30) })
RowStoreAgreement.suite("postgres", StoreTemplate.layer(), { runs: Rounds.rounds(12, 42_000, 30) })
