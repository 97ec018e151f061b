import { ContentStoreContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

ContentStoreContract.suite("postgres", StoreTemplate.layer())
