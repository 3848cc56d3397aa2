import type { Dependency, Manifest } from './read-manifests.ts'

/** What `mappings.json` holds: which packages mean that a project calls a service. */
export interface Mappings {
  readonly packages: Readonly<Record<string, Mapping>>
  /** By the beginning of a name: `@octokit/`. */
  readonly scopes: Readonly<Record<string, Mapping>>
  readonly ambiguous: Readonly<Record<string, { readonly candidates: readonly string[]; readonly why: string }>>
}

interface Mapping {
  readonly service: string
  readonly why: string
}

/** A dependency and the package.json it came from. */
export interface Found extends Dependency {
  readonly manifest: string
}

/** A dependency that means a service. */
export interface Matched extends Found, Mapping {}

/** A dependency that may mean any of several services, or none. */
export interface Ambiguous extends Found {
  readonly candidates: readonly string[]
  readonly why: string
}

/** Every dependency of a project that has a mapping; the others are left out. */
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

/** A dependency may be named like a member every object has: `constructor` is a package. */
function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
