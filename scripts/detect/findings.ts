import type { Catalog } from './catalog.ts'
import type { Matches } from './match.ts'
import { findTestRunners, type RunnerPlace } from './test-runners.ts'
import type { Manifest } from './read-manifests.ts'

/** The findings of `backlot-detect` about a project, from which the report, the JSON and the config are made. */
export interface Findings extends Matches {
  /** The project's root, as a full path. */
  readonly root: string
  /** The matched services that can be started, in the catalog's order. */
  readonly services: readonly string[]
  /** The matched services that this version has no stand-in for. */
  readonly unavailable: readonly string[]
  /** The package.json files that were read. */
  readonly manifests: readonly Manifest[]
  /** The test runners that can use the config. */
  readonly runners: readonly RunnerPlace[]
}

/** Sorts the matches of a project by whether this version has a stand-in for the service. */
export async function findingsOf(
  root: string,
  manifests: readonly Manifest[],
  matches: Matches,
  catalog: Catalog,
): Promise<Findings> {
  const wanted = new Set(matches.matched.map(({ service }) => service))
  const services = catalog.services.filter(({ id, available }) => available && wanted.has(id)).map(({ id }) => id)
  const unavailable = catalog.services.filter(({ id, available }) => !available && wanted.has(id)).map(({ id }) => id)
  // The catalog may list fewer services than mappings.json, which knows all twelve.
  const unknown = [...wanted].filter((service) => catalog.services.every(({ id }) => id !== service))
  return {
    ...matches,
    root,
    services,
    unavailable: [...unavailable, ...unknown],
    manifests,
    runners: await findTestRunners(root, manifests, matches),
  }
}

/** Returns the findings as JSON text: the output of `--json`. */
export function toJson({ services, matched, ambiguous, unavailable, runners }: Findings): string {
  const answer = {
    services,
    matched: matched.map(({ package: name, service, why, field, manifest }) => {
      return { package: name, service, why, field, manifest }
    }),
    ambiguous: ambiguous.map(({ package: name, candidates, why, field, manifest }) => {
      return { package: name, candidates, why, field, manifest }
    }),
    unavailable,
    runner: runners[0]?.runner ?? null,
  }
  return `${JSON.stringify(answer, null, 2)}\n`
}
