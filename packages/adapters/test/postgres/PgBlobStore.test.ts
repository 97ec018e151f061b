import { BlobStoreContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

BlobStoreContract.suite("postgres", StoreTemplate.layer())
