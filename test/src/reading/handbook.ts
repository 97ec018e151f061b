import {
  ChangeRequests,
  ContentEdits,
  Customizations,
  Imports,
  ShareLinks,
  type SiteId,
  SitePreviews,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import * as Stage from "../published/stage.ts"
import { png, zipped } from "../support/docs.ts"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"

const install = `---
description: From nothing to a first page
---

# Install it

{% hint style="warning" %}
Mind the *gap*, and see [the errors](../errors.md#codes).
{% endhint %}

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm install harbour
\`\`\`
{% endtab %}

{% tab title="yarn" %}
With yarn.
{% endtab %}
{% endtabs %}

## On Linux

{% code title="one.ts" lineNumbers="true" %}
\`\`\`ts
const one: number = 1 // "one" < 2
\`\`\`
{% endcode %}

The area is $$a^2$$.

$$
\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}
$$

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm install harbour
\`\`\`
{% endtab %}

{% tab title="yarn" %}
With yarn.
{% endtab %}
{% endtabs %}

## A picture

![A lighthouse](../logo.png)

{% file src="../report.pdf" %}
The report
{% endfile %}

## In a table

| Name | Count |
| ---- | ----: |
| One  |     1 |
| Two  |     2 |

| Name  | Count |
| ----- | ----: |
| Three |     3 |

- [x] done
- [ ] open

{% stepper %}
{% step %}
### First

Do it.
{% endstep %}
{% endstepper %}

<details>
<summary>More</summary>

Hidden at first.

</details>
`

const guide = (version: string) => ({
  "README.md": `# Welcome\n\nThe guide of version ${version}. Begin to [install it](setup/install.md).\n`,
  "setup/README.md": "# Setup\n\nAll about it.\n",
  "setup/install.md": install,
  "errors.md": "# Errors\n\n## Codes\n\nNothing goes wrong.\n\n## Content\n\n## Menu\n\n## Outline\n",
  "logo.png": png,
  "report.pdf": new TextEncoder().encode("%PDF-1.4\n%%EOF\n")
})

const tutorials = { "README.md": "# Tutorials\n\nStep by step.\n", "first.md": "# First voyage\n\nCast off.\n" }
const methods = {
  "README.md": "# Interface\n\nMethods and errors.\n",
  "calls.md": "# Calls\n\n## Lighthouse\n\nCall it.\n"
}

export interface Handbook extends World {
  readonly site: SiteId
  /** The path of the site on the server, with a slash at the end. */
  readonly mount: string
  /** The same below a share key, as a preview, and as one of a change request. */
  readonly shared: string
  readonly previewed: string
  readonly requested: string
}

/** A published site with everything that readers find their way by: sections, a group of them, and two site-spaces. */
const made = (world: World) =>
  Effect.gen(function* () {
    const { organization } = world
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const sites = yield* Sites.Sites
    const sections = yield* SiteSections.SiteSections
    const siteSpaces = yield* SiteSpaces.SiteSpaces
    const groups = yield* SiteSectionGroups.SiteSectionGroups
    const links = yield* ShareLinks.ShareLinks
    const previews = yield* SitePreviews.SitePreviews
    const requests = yield* ChangeRequests.ChangeRequests
    const edits = yield* ContentEdits.ContentEdits
    const customizations = yield* Customizations.Customizations
    const space = Effect.fnUntraced(function* (title: string, files: { readonly [path: string]: string | Uint8Array }) {
      const { id } = yield* spaces.create(organization, { title, editMode: "live" })
      const source = { source: "zip", contentType: "application/zip", url: "file:///a.zip", name: "a.zip" } as const
      yield* imports.bytesIntoSpace(id, { ...source, bytes: zipped(files) })
      yield* spaces.update(id, { editMode: "locked" })
      return id
    })
    const { id: site } = yield* sites.create(organization, { title: "Harbour" })
    const own = yield* space("Version 2", guide("2"))
    const first = yield* sections.create(organization, site, { spaceId: own })
    yield* siteSpaces.create(organization, site, {
      spaceId: yield* space("Version 1", guide("1")),
      sectionId: first.id
    })
    const calls = yield* sections.create(organization, site, { spaceId: yield* space("Interface", methods) })
    const learning = yield* sections.create(organization, site, { spaceId: yield* space("Tutorials", tutorials) })
    yield* sections.update(organization, site, first.id, { title: "Guide" })
    yield* groups.create(organization, site, { title: "Resources", sections: [calls.id, learning.id] })
    yield* sites.update(organization, site, { defaultSiteSection: first.id })
    yield* customizations.put(organization, site, {
      announcement: { enabled: true, message: "Version 3 is out.", style: "info" }
    })
    const { urls } = yield* sites.publish(organization, site)
    const shared = yield* links.create(organization, site, { name: "Press" })
    const previewed = yield* previews.get(organization, site, {})
    const request = yield* requests.create(own, { subject: "Sails before engines" })
    yield* edits.apply(
      { space: own, changeRequest: request.id },
      { changes: [{ operation: "insert_page", title: "Sails" }] }
    )
    const requested = yield* previews.get(organization, site, { changeRequest: request.id })
    const pathOf = (url = "") => new URL(url).pathname
    return {
      ...world,
      site,
      mount: pathOf(urls.published),
      shared: pathOf(shared.urls.published),
      previewed: pathOf(previewed.url),
      requested: pathOf(requested.url)
    } satisfies Handbook
  }).pipe(as(world.admin))

export const handbook = async (stage: Stage.Stage, hostname: string): Promise<Handbook> => {
  const book = await stage.api.run(Effect.flatMap(found, made).pipe(Effect.orDie))
  await Stage.giveHostname(stage, book, hostname)
  return book
}
