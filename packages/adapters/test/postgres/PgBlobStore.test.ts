import { BlobStoreContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

BlobStoreContract.suite("postgres", StoreTemplate.layer())
