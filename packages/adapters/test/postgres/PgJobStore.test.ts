import { JobStoreContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

JobStoreContract.suite("postgres", StoreTemplate.layer())
