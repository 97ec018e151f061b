import { SearchIndexContract } from "@quire/core/testing"
import { rounds } from "../memory/Rounds.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

SearchIndexContract.suite("postgres", StoreTemplate.layer(), { runs: rounds(30, 1000) })
