import { AccessFactsContract } from "@quire/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

AccessFactsContract.suite("postgres", StoreTemplate.layer())
