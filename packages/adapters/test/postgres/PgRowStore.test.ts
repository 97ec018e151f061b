import { RowStoreAgreement, RowStoreContract } from "@quire/core/testing"
import { rounds } from "../memory/Rounds.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

RowStoreContract.suite("postgres", StoreTemplate.layer(), { runs: rounds(30, 1000) })
RowStoreAgreement.suite("postgres", StoreTemplate.layer(), { runs: rounds(30, 2000) })
