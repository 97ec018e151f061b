import { JobStoreContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

JobStoreContract.suite("postgres", StoreTemplate.layer())
