import { Memory } from "@quire/adapters/memory"
import {
  AccessFactsContract,
  BlobStoreContract,
  ContentStoreContract,
  OutboxContract,
  SearchIndexContract,
  TransactionContract
} from "@quire/core/testing"
import { rounds } from "./Rounds.ts"

TransactionContract.suite("memory", Memory.layer)
ContentStoreContract.suite("memory", Memory.layer)
SearchIndexContract.suite("memory", Memory.layer, { runs: rounds(100, 5000) })
OutboxContract.suite("memory", Memory.layer, { serial: true })
AccessFactsContract.suite("memory", Memory.layer)
BlobStoreContract.suite("memory", Memory.layer)
