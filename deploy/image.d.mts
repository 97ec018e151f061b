export interface Stage {
  readonly name: string | undefined
  readonly base: string
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  readonly user: string
  /** The words of the health check. */
  readonly probe: ReadonlyArray<string> | undefined
  readonly command: ReadonlyArray<string>
}

export declare const read: (path: string) => ReadonlyArray<Stage>
