import * as Group from "../foundation/endpoint/Group.ts"
import { ComputationsApi } from "./computation/ComputationsApi.ts"
import { GlossaryApi } from "./glossary/GlossaryApi.ts"
import { TranslationsApi } from "./settings/TranslationsApi.ts"

/** The endpoints of this area: translated spaces. */
export const groups = [TranslationsApi, GlossaryApi, ComputationsApi] as const

/** Their handlers. */
export const layer = Group.layers(groups)
