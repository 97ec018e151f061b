import { BudgetStoreContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

BudgetStoreContract.suite("postgres", StoreTemplate.layer())
