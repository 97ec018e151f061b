import { createIntegration } from "@gitbook/runtime"

const program = `(function () { window.counted = (window.counted || []).concat("<TRACKING>") })()`

/** Gives published sites a script with what the site was configured with, and nothing where it was not. */
export default createIntegration({
  fetch_published_script: async (_event, { environment }) => {
    const tracking = environment.siteInstallation?.configuration?.tracking
    if (!tracking) return
    return new Response(program.replace("<TRACKING>", String(tracking)), {
      headers: { "Content-Type": "application/javascript", "Cache-Control": "max-age=604800" }
    })
  }
})
