import { TransactionContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

TransactionContract.suite("postgres", StoreTemplate.layer())
