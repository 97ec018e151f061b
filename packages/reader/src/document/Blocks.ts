import { ApiBlocks, type Block } from "@quire/core"
import * as ApiHtml from "../api/ApiHtml.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { drawCardGrid } from "./CardGrid.ts"
import { drawEmbed, drawIntegration, drawRef, drawSwagger } from "./Cards.ts"
import { drawCode } from "./Code.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { drawGrid } from "./Grid.ts"
import * as IntegrationHtml from "./IntegrationHtml.ts"
import { drawList } from "./Lists.ts"
import { drawDrawing, drawImages, drawMath } from "./Media.ts"
import { drawColumns, drawExpandable, drawHint, drawQuote, drawSteps, drawTabs } from "./Panels.ts"
import { drawHeading, drawParagraph } from "./Texts.ts"

/** Cost of a block itself, in the units of work of `Slices`. */
const blockWork = 3

const drawTable = (block: Block.TableBlock, drawing: Drawing): DrawingSteps =>
  block.data.view.type === "cards"
    ? drawCardGrid(block, block.data.view, drawing)
    : drawGrid(block, block.data.view, drawing)

/** Blocks without nested blocks. */
const drawVoid = (block: Block.Block, drawing: Drawing): Html => {
  switch (block.type) {
    case "divider":
      return html`<hr>`
    case "math":
      return drawMath(block, drawing)
    case "file":
    case "content-ref":
      return drawRef(block.data.ref, drawing)
    case "drawing":
      return drawDrawing(block, drawing)
    case "embed":
      return drawEmbed(block, drawing)
    case "swagger":
      return drawSwagger(block, drawing)
    case "integration":
      return drawIntegration(block, drawing)
    default:
      return emptyHtml
  }
}

/** Conditions and reusable contents that were not resolved are not rendered. */
function* drawBlock(block: Block.Block, drawing: Drawing): DrawingSteps {
  yield blockWork
  if (block.type === "integration" || block.type === "embed") {
    const drawn = drawing.drawn?.get(block)
    if (drawn !== undefined) return yield* IntegrationHtml.draw(drawn, block.data.fullWidth === true, drawing)
  }
  if (ApiBlocks.isApiBlock(block)) return yield* ApiHtml.draw(block, drawing)
  switch (block.type) {
    case "paragraph":
      return yield* drawParagraph(block, drawing)
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return yield* drawHeading(block, drawing)
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return yield* drawList(block, drawing)
    case "code":
      return yield* drawCode(block, drawing)
    case "hint":
      return yield* drawHint(block, drawing)
    case "blockquote":
      return yield* drawQuote(block, drawing)
    case "images":
      return yield* drawImages(block, drawing)
    case "expandable":
      return yield* drawExpandable(block, drawing)
    case "tabs":
      return yield* drawTabs(block, drawing)
    case "stepper":
      return yield* drawSteps(block, drawing)
    case "columns":
      return yield* drawColumns(block, drawing)
    case "table":
      return yield* drawTable(block, drawing)
    default:
      return drawVoid(block, drawing)
  }
}

export function* drawBlocks(blocks: ReadonlyArray<Block.Block>, drawing: Drawing): DrawingSteps {
  const drawn: Array<Html> = []
  for (const block of blocks) drawn.push(yield* drawBlock(block, drawing))
  return html`${drawn}`
}
