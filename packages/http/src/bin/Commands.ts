import { readFileSync } from "node:fs"
import type { Effect } from "effect"
import * as CommandLine from "./CommandLine.ts"
import { topics } from "./HelpTopics.ts"
import * as SecretFiles from "./SecretFiles.ts"
import * as ServerCommands from "./ServerCommands.ts"

const { store } = ServerCommands
const json = { name: "--json", description: "print JSON" } as const
const administrator = "admin@localhost"

const peopleCommands: ReadonlyArray<CommandLine.Declaration> = [
  {
    path: "token create",
    summary: "Create an API token and print it once",
    options: [
      { name: "--user <email>", description: "user that the token belongs to", default: administrator },
      { name: "--create", description: "create the user if none has this address" },
      { name: "--label <text>", description: "label in the list of tokens", default: "command line" }
    ],
    shared: store,
    example: "--user ann@example.com --label deploy",
    run: ({ has, settings, value }) =>
      CommandLine.load(
        () => import("./Token.ts"),
        ({ create }) =>
          create(settings, { user: value("user"), label: value("label") ?? "command line", isNew: has("create") })
      )
  },
  {
    path: "token list",
    summary: "List a user's API tokens",
    options: [{ name: "--user <email>", description: "user that the tokens belong to", default: administrator }, json],
    shared: store,
    example: "--user ann@example.com",
    run: ({ has, settings, value }) =>
      CommandLine.load(
        () => import("./Token.ts"),
        ({ list }) => list(settings, value("user") ?? administrator, has("json"))
      )
  },
  {
    path: "token revoke",
    summary: "Revoke an API token",
    argument: ["<id>", "id of the token, as quire token list shows it"],
    shared: store,
    example: "k3Jd0aPq7LxV2mNb9RtY",
    run: ({ arguments: [id = ""], settings }) =>
      CommandLine.load(
        () => import("./Token.ts"),
        ({ revoke }) => revoke(settings, id)
      )
  },
  {
    path: "user create",
    summary: "Create a user",
    argument: ["<email>", "email address of the user"],
    options: [
      { name: "--name <name>", description: "display name", default: "the part of the address before the @" },
      json
    ],
    shared: store,
    example: "ann@example.com --name 'Ann Lee'",
    run: ({ arguments: [email = ""], has, settings, value }) =>
      CommandLine.load(
        () => import("./User.ts"),
        ({ createUser }) => createUser(settings, { email, name: value("name"), isJson: has("json") })
      )
  },
  {
    path: "user list",
    summary: "List users",
    options: [json],
    shared: store,
    example: "--json",
    run: ({ has, settings }) =>
      CommandLine.load(
        () => import("./User.ts"),
        ({ listUsers }) => listUsers(settings, has("json"))
      )
  },
  {
    path: "user link",
    summary: "Print a sign-in link for a user",
    description: "The link works once and expires after seven days. Send it to the user over a channel you trust.",
    argument: ["<user>", "id or email address of the user"],
    options: [json],
    shared: ["address", ...store],
    example: "ann@example.com --base-url https://docs.example.com",
    run: ({ arguments: [person = ""], has, settings }) =>
      CommandLine.load(
        () => import("./User.ts"),
        ({ printLink }) => printLink(settings, person, has("json"))
      )
  },
  {
    path: "user export",
    summary: "Export a user's data as JSON",
    argument: ["<user>", "id or email address of the user"],
    options: [{ name: "--to <file>", description: "file to write", default: "standard output" }],
    shared: store,
    example: "ann@example.com --to ann.json",
    run: ({ arguments: [person = ""], settings, value }) =>
      CommandLine.load(
        () => import("./User.ts"),
        ({ exportUser }) => exportUser(settings, person, value("to"))
      )
  },
  {
    path: "user erase",
    summary: "Erase a user permanently",
    description: "The user's id and the content that they wrote are kept.",
    argument: ["<user>", "id or email address of the user"],
    options: [{ name: "--yes", description: "confirm: this cannot be undone" }],
    shared: store,
    example: "ann@example.com --yes",
    run: ({ arguments: [person = ""], has, settings }) =>
      CommandLine.load(
        () => import("./User.ts"),
        ({ eraseUser }) => eraseUser(settings, person, has("yes"))
      )
  }
]

const contentCommands: ReadonlyArray<CommandLine.Declaration> = [
  {
    path: "publish",
    summary: "Publish a folder as a site",
    description:
      "Prints the URL of the site. If a site with the title exists, its pages are replaced with those of the folder. The store must exist.",
    argument: ["<path>", "folder, file or zip archive of Markdown or HTML"],
    options: [
      { name: "--title <title>", description: "title of the site", default: "the name of the folder" },
      { name: "--site <id>", description: "site to update, if several have the title" },
      { name: "--org <id>", description: "organization, if there are several" }
    ],
    shared: ["address", ...store],
    example: "docs --title Handbook --base-url https://docs.example.com",
    run: ({ arguments: [what = ""], settings, value }) =>
      CommandLine.load(
        () => import("./Publish.ts"),
        ({ publish }) =>
          publish(settings, { what, title: value("title"), site: value("site"), organization: value("org") })
      )
  },
  {
    path: "import",
    summary: "Import content into a space",
    description:
      "With --space, Markdown, HTML, Word or a website becomes pages; importing a folder or archive again opens a change request with what changed. With --to, an OpenAPI description becomes pages; importing it again creates a change request.",
    argument: ["[what]", "file, folder or URL"],
    options: [
      { name: "--space <id>", description: "space that content is imported into" },
      {
        name: "--source <kind>",
        description: "website, markdown, html, docx or zip",
        default: "detected from the name"
      },
      { name: "--append", description: "add the pages of a folder or archive to those of the space" },
      { name: "--to <id>", description: "space that an OpenAPI description is imported into" },
      { name: "--spec <slug>", description: "slug of the OpenAPI description", default: "detected from the name" },
      { name: "--layout <kind>", description: "a page per operation or per tag", default: "operation" }
    ],
    shared: store,
    example: "docs.zip --space k3Jd0aPq7LxV2mNb9RtY",
    run: ({ arguments: [what], has, settings, value }) => {
      const space = value("to")
      const given = { what, spec: value("spec"), layout: value("layout") }
      if (space !== undefined) {
        return CommandLine.load(
          () => import("./ImportDescription.ts"),
          ({ importDescription }) => importDescription(settings, { ...given, space })
        )
      }
      return CommandLine.load(
        () => import("./Import.ts"),
        ({ importContent }) =>
          importContent(settings, {
            what,
            space: value("space"),
            source: value("source"),
            append: has("append")
          })
      )
    }
  },
  {
    path: "export",
    summary: "Export a space as Markdown and files",
    description: "quire import reads the result back.",
    argument: ["<space>", "id of the space"],
    options: [
      { name: "--to <path>", description: "new folder, or a new file that ends with .zip", isRequired: true },
      { name: "--as-of <time>", description: "export the content at a time, such as 2026-01-31T12:00:00Z" },
      { name: "--revision <id>", description: "export the content of a revision" },
      { name: "--change-request <id>", description: "export the content of a change request" }
    ],
    shared: store,
    example: "k3Jd0aPq7LxV2mNb9RtY --to handbook.zip",
    run: ({ arguments: [space = ""], settings, value }) => {
      const chosen = { revision: value("revision"), asOf: value("as-of"), changeRequest: value("change-request") }
      return CommandLine.load(
        () => import("./Export.ts"),
        ({ exportSpace }) => exportSpace(settings, { space, to: value("to") ?? "", ...chosen })
      )
    }
  }
]

/** All commands; parsing, help and the list of commands are derived from it. */
export const grammar: CommandLine.Grammar = {
  declarations: [...ServerCommands.declarations, ...peopleCommands, ...contentCommands],
  families: {
    audit: "Verify the audit log",
    blobs: "Move files between the database, folders and buckets",
    secrets: "Replace keys",
    token: "Create, list and revoke API tokens",
    user: "Create, list, sign in, export and erase users"
  },
  topics
}

/** Returns the program for the arguments of the command line; fails with `UsageError` if they are invalid. */
export const parseCommand = (
  words: ReadonlyArray<string>,
  environment: SecretFiles.Environment
): Effect.Effect<void, unknown> =>
  CommandLine.parse(grammar, words, () => SecretFiles.resolve(environment, (path) => readFileSync(path, "utf8")))
