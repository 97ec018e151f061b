import { BudgetStoreContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

BudgetStoreContract.suite("postgres", StoreTemplate.layer())
