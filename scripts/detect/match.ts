import type { Dependency, Manifest } from './read-manifests.ts'

/** The content of `mappings.json`: the packages that show that a project calls a service. */
export interface Mappings {
  readonly packages: Readonly<Record<string, Mapping>>
  /** Keyed by the beginning of a name: `@octokit/`. */
  readonly scopes: Readonly<Record<string, Mapping>>
  readonly ambiguous: Readonly<Record<string, { readonly candidates: readonly string[]; readonly why: string }>>
}

interface Mapping {
  readonly service: string
  readonly why: string
}

/** A dependency and the path of the package.json that lists it. */
export interface Found extends Dependency {
  readonly manifest: string
}

/** A dependency that is mapped to one service. */
interface Matched extends Found, Mapping {}

/** A dependency that may be used with any of several services, or none. */
interface Ambiguous extends Found {
  readonly candidates: readonly string[]
  readonly why: string
}

/** The dependencies of a project that have a mapping. */
export interface Matches {
  readonly matched: readonly Matched[]
  readonly ambiguous: readonly Ambiguous[]
}

/** Looks up every dependency of a project: by its exact name first, then by the longest scope it begins with. */
export function matchDependencies(manifests: readonly Manifest[], mappings: Mappings): Matches {
  const matched: Matched[] = []
  const ambiguous: Ambiguous[] = []
  const scopes = Object.keys(mappings.scopes).toSorted((one, other) => other.length - one.length)
  for (const manifest of manifests) {
    for (const dependency of manifest.dependencies) {
      const found = { ...dependency, manifest: manifest.path }
      const undecided = own(mappings.ambiguous, found.package)
      const scope = scopes.find((prefix) => found.package.startsWith(prefix))
      const mapping =
        own(mappings.packages, found.package) ?? (scope === undefined ? undefined : own(mappings.scopes, scope))
      if (undecided) ambiguous.push({ ...found, candidates: undecided.candidates, why: undecided.why })
      else if (mapping) matched.push({ ...found, service: mapping.service, why: mapping.why })
    }
  }
  return { matched, ambiguous }
}

/** Reads an own property only: a package may be named like an inherited one, such as `constructor`. */
function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
