import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { commitAt } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import { objectsOf } from '#codehost/rules/git/objects.ts'
import { fullNamesOf, repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { newGhsaId, putAdvisoryOfAlert } from '#codehost/rules/security/advisories.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { SEVERITIES, type SecretAlert } from '#codehost/schema/security-alerts.ts'

const DependabotOptions = v.strictObject({
  repo: v.string(),
  package: v.string(),
  ecosystem: v.optional(v.string(), 'npm'),
  manifestPath: v.optional(v.string(), 'package-lock.json'),
  scope: v.optional(v.picklist(['development', 'runtime']), 'runtime'),
  severity: v.optional(v.picklist(SEVERITIES), 'high'),
  summary: v.optional(v.string()),
  vulnerableVersionRange: v.optional(v.string(), '< 1.0.1'),
  firstPatchedVersion: v.optional(v.nullable(v.string()), '1.0.1'),
  ghsaId: v.optional(v.string()),
  cveId: v.optional(v.string()),
})

const SecretOptions = v.strictObject({
  repo: v.string(),
  secretType: v.optional(v.string(), 'github_personal_access_token'),
  displayName: v.optional(v.string(), 'GitHub Personal Access Token'),
  secret: v.string(),
  validity: v.optional(v.picklist(['active', 'inactive', 'unknown']), 'unknown'),
  path: v.optional(v.string()),
  line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
})

/** A vulnerability of a dependency, which no endpoint of the API can report. */
export interface DependabotAlertOptions {
  /** The repository, as `owner/name`. */
  readonly repo: string
  /** The name of the package. */
  readonly package: string
  /** Default: `npm` */
  readonly ecosystem?: string
  /** Default: `package-lock.json` */
  readonly manifestPath?: string
  /** Default: `runtime` */
  readonly scope?: 'development' | 'runtime'
  /** Default: `high` */
  readonly severity?: (typeof SEVERITIES)[number]
  readonly summary?: string
  /** Default: `< 1.0.1` */
  readonly vulnerableVersionRange?: string
  /** Null for none. Default: `1.0.1` */
  readonly firstPatchedVersion?: string | null
  /** Default: one that is made up */
  readonly ghsaId?: string
  readonly cveId?: string
}

/** A secret in a repository, which no endpoint of the API can report. */
export interface SecretAlertOptions {
  /** The repository, as `owner/name`. */
  readonly repo: string
  readonly secret: string
  /** Default: `github_personal_access_token` */
  readonly secretType?: string
  /** Default: `GitHub Personal Access Token` */
  readonly displayName?: string
  /** Default: `unknown` */
  readonly validity?: 'active' | 'inactive' | 'unknown'
  /** The path of a file of the default branch that has the secret. Default: none */
  readonly path?: string
  /** The line in that file, from 1. Default: 1 */
  readonly line?: number
}

/** The number of a new alert in its repository. */
export interface AddedAlert {
  readonly number: number
}

const SCORES = { low: 3.1, medium: 5.3, high: 7.5, critical: 9.8 } as const

/**
 * Adds an alert of Dependabot, as its scan of the dependency graph does, and sends `dependabot_alert.created`.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown repository.
 */
export function addDependabotAlert(context: CodehostContext, options: DependabotAlertOptions): AddedAlert {
  const given = checkedOptions('addDependabotAlert', DependabotOptions, options)
  const { rows, clock, ids, emit } = context
  const { repo, owner } = repositoryOf(rows, 'addDependabotAlert', given.repo)
  const now = clock.now()
  const summary = given.summary ?? `Vulnerability in ${given.package}`
  const ghsaId = given.ghsaId ?? newGhsaId(ids)
  const alert = rows.dependabotAlerts.insert({
    repoId: repo.id,
    number: rows.dependabotAlertNumbers.next(repo.id),
    ecosystem: given.ecosystem,
    packageName: given.package,
    manifestPath: given.manifestPath,
    scope: given.scope,
    advisory: {
      ghsaId,
      cveId: given.cveId ?? null,
      summary,
      description: summary,
      severity: given.severity,
      score: SCORES[given.severity],
      publishedAt: now,
    },
    vulnerableRange: given.vulnerableVersionRange,
    patchedVersion: given.firstPatchedVersion,
    createdAt: now,
    updatedAt: now,
    fixedAt: null,
    dismissed: null,
    assigneeIds: [],
  })
  putAdvisoryOfAlert(rows, alert)
  emit({ event: 'dependabot_alert', action: 'created', repo, alert, sender: owner })
  return { number: alert.number }
}

/**
 * Adds an alert about a secret, as a scan of the repository does, and sends `secret_scanning_alert.created`.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown repository, and for a path that the default branch does not have.
 */
export function addSecretAlert(context: CodehostContext, options: SecretAlertOptions): AddedAlert {
  const given = checkedOptions('addSecretAlert', SecretOptions, options)
  const { rows, clock, emit } = context
  const { repo, owner } = repositoryOf(rows, 'addSecretAlert', given.repo)
  const now = clock.now()
  const alert = rows.secretAlerts.insert({
    repoId: repo.id,
    number: rows.secretAlertNumbers.next(repo.id),
    type: given.secretType,
    typeName: given.displayName,
    secret: given.secret,
    validity: given.validity,
    location: given.path === undefined ? null : locationOf(rows, repo, given.path, given.line),
    createdAt: now,
    updatedAt: now,
    resolved: null,
    assigneeId: null,
  })
  emit({ event: 'secret_scanning_alert', action: 'created', repo, alert, sender: owner })
  return { number: alert.number }
}

function repositoryOf(rows: Rows, command: string, fullName: string): { readonly repo: Repo; readonly owner: Account } {
  const repo = repositoryByFullName(rows, fullName)
  if (repo !== undefined) return { repo, owner: rows.accounts.require(repo.ownerId) }
  const known = fullNamesOf(rows).join(', ') || 'none'
  throw new Error(`${command}: no repository is named ${fullName}; the instance has ${known}`)
}

/** @throws Error for a path that the default branch does not have. */
function locationOf(rows: Rows, repo: Repo, path: string, line: number): SecretAlert['location'] {
  const ref = rows.refs.find('name', repo.id, `refs/heads/${repo.defaultBranch}`)
  const objects = objectsOf(rows, repo)
  const entry = ref === undefined ? null : entryAt(objects, commitAt(objects, ref.sha).tree, path)
  if (ref === undefined || entry === null) {
    throw new Error(`addSecretAlert: ${repo.name} has no file ${path} in ${repo.defaultBranch}`)
  }
  return { path, line, sha: ref.sha, blob: entry.sha }
}
