export interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

export interface Installed {
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
  readonly integrity: string | undefined
  readonly hasInstallScript: boolean
}

export const productionOf: (lock: Lock) => ReadonlyArray<Installed>
export const problemsOf: (lock: Lock) => ReadonlyArray<string>
export const dependenciesOf: (lock: Lock) => string
