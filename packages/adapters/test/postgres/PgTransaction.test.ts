import { TransactionContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

TransactionContract.suite("postgres", StoreTemplate.layer())
