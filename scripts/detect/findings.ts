import type { Catalog } from './catalog.ts'
import type { Matches } from './match.ts'
import { findTestRunners, type RunnerPlace } from './test-runners.ts'
import type { Manifest } from './read-manifests.ts'

/** The findings of `backlot-detect` about a project, from which the report, the JSON and the config are made. */
export interface Findings extends Matches {
  /** The project's root, as a full path. */
  readonly root: string
  /** The matched services, in the catalog's order. */
  readonly services: readonly string[]
  /** The package.json files that were read. */
  readonly manifests: readonly Manifest[]
  /** The test runners that can use the config. */
  readonly runners: readonly RunnerPlace[]
}

/** Returns the services that a project's dependencies mean. */
export async function findingsOf(
  root: string,
  manifests: readonly Manifest[],
  matches: Matches,
  catalog: Catalog,
): Promise<Findings> {
  const wanted = new Set(matches.matched.map(({ service }) => service))
  const services = catalog.services.filter(({ id }) => wanted.has(id)).map(({ id }) => id)
  return {
    ...matches,
    root,
    services,
    manifests,
    runners: await findTestRunners(root, manifests, matches),
  }
}

/** Returns the findings as JSON text: the output of `--json`. */
export function toJson({ services, matched, ambiguous, runners }: Findings): string {
  const answer = {
    services,
    matched: matched.map(({ package: name, service, why, field, manifest }) => {
      return { package: name, service, why, field, manifest }
    }),
    ambiguous: ambiguous.map(({ package: name, candidates, why, field, manifest }) => {
      return { package: name, candidates, why, field, manifest }
    }),
    runner: runners[0]?.runner ?? null,
  }
  return `${JSON.stringify(answer, null, 2)}\n`
}
