import { OutboxContract } from "@quire/core/testing"
import * as StoreTemplate from "./support/StoreTemplate.ts"

OutboxContract.suite("postgres", StoreTemplate.layer())
