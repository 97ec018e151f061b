import { Rounds, RowStoreAgreement, RowStoreContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

RowStoreContract.suite("postgres", StoreTemplate.layer(), { runs: Rounds.rounds(30, 1000) })
RowStoreAgreement.suite("postgres", StoreTemplate.layer(), { runs: Rounds.rounds(30, 42_000) })
