import { ContentStoreContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

ContentStoreContract.suite("postgres", StoreTemplate.layer())
