/** The script that every page loads. */
export { script as source } from "../theme/AssetTexts.ts"
