import { AccessFactsContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

AccessFactsContract.suite("postgres", StoreTemplate.layer())
