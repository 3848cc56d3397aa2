import type { CodehostCall, Rows } from '#codehost/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SecretPattern } from '#codehost/schema/security-settings.ts'
import type { SecretAlert } from '#codehost/schema/security-alerts.ts'
import { targetColumns, type Target } from '../repos/targets.ts'
import { isFeatureOn } from './features.ts'

/** Types of secrets that the vendor knows, as far as they are listed here. */
export const PROVIDER_TYPES = [
  ['github_personal_access_token', 'GitHub Personal Access Token'],
  ['github_app_installation_access_token', 'GitHub App Installation Access Token'],
  ['npm_access_token', 'npm Access Token'],
  ['slack_api_token', 'Slack API Token'],
  ['stripe_api_key', 'Stripe API Key'],
] as const

/** The comment of alerts whose pattern is gone. */
const GONE = 'The custom pattern was deleted.'

/** The fields of a pattern that a client sets. */
export interface PatternFields {
  readonly name: string
  readonly pattern: string
  readonly startDelimiter: string
  readonly endDelimiter: string
  readonly mustMatch: readonly string[]
  readonly mustNotMatch: readonly string[]
}

/** Returns the patterns of a repository or an organization, oldest first. */
export function patternsOf(rows: Rows, { repo, org }: Target): SecretPattern[] {
  return repo === null
    ? rows.secretPatterns.referring('orgId', org.id)
    : rows.secretPatterns.referring('repoId', repo.id)
}

/**
 * Adds patterns, or none of them.
 *
 * @throws 422 for an expression that is none, and for a name that another pattern has.
 */
export function addPatterns(
  { rows, clock }: CodehostCall,
  target: Target,
  given: readonly PatternFields[],
): SecretPattern[] {
  const at = clock.now()
  return given.map((fields) => {
    refuseExpressions(fields)
    if (patternsOf(rows, target).some(({ name }) => name === fields.name)) {
      throw unprocessable(`Validation failed for one or more patterns: ${fields.name} has already been taken`)
    }
    const slug = fields.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
    return rows.secretPatterns.insert({
      ...targetColumns(target),
      ...fields,
      slug,
      version: 1,
      createdAt: at,
      updatedAt: at,
    })
  })
}

/**
 * Changes a pattern.
 *
 * @throws 412 for another version than the present one, 422 for an expression that is none.
 */
export function changePattern(
  { rows, clock }: CodehostCall,
  pattern: SecretPattern,
  version: string | null,
  changes: Partial<PatternFields>,
): SecretPattern {
  refuseVersion(pattern, version)
  refuseExpressions({ ...pattern, ...changes })
  return rows.secretPatterns.update(pattern.id, { ...changes, version: pattern.version + 1, updatedAt: clock.now() })
}

/** Returns the pattern with an id. @throws 404. */
export function findPattern(rows: Rows, target: Target, id: number): SecretPattern {
  const pattern = rows.secretPatterns.get(id)
  const { repoId, orgId } = targetColumns(target)
  if (pattern === undefined || pattern.repoId !== repoId || pattern.orgId !== orgId) throw notFound()
  return pattern
}

/** Returns the version of a pattern as clients name it. */
export function versionOf({ id, version }: SecretPattern): string {
  return Buffer.from(`${id}:${version}`).toString('base64')
}

/** @throws 412. */
export function refuseVersion(pattern: SecretPattern, version: string | null): void {
  if (version !== null && version !== versionOf(pattern)) {
    throw preconditionFailed('The pattern has been changed since it was read.')
  }
}

/** Deletes a pattern, and deletes or resolves its alerts. */
export function deletePattern(
  { rows, clock }: CodehostCall,
  pattern: SecretPattern,
  action: 'delete_alerts' | 'resolve_alerts',
  user: Account,
): void {
  const resolved = { byId: user.id, at: clock.now(), resolution: 'wont_fix', comment: GONE } as const
  for (const alert of alertsOf(rows, pattern)) {
    if (action === 'delete_alerts') rows.secretAlerts.delete(alert.id)
    else if (alert.resolved === null) rows.secretAlerts.update(alert.id, { resolved, updatedAt: clock.now() })
  }
  rows.secretPatterns.delete(pattern.id)
}

function alertsOf(rows: Rows, { slug, repoId, orgId }: SecretPattern): SecretAlert[] {
  const ofOrg = orgId === null ? [] : rows.repos.referring('ownerId', orgId)
  const repos = repoId === null ? ofOrg : [rows.repos.require(repoId)]
  return repos.flatMap(({ id }) => rows.secretAlerts.list('byNumber', id).filter(({ type }) => type === slug))
}

/** Returns whether push protection looks for a pattern. */
export function isProtected(rows: Rows, { repoId, orgId, slug }: SecretPattern): boolean {
  return orgId === null
    ? isFeatureOn(rows, rows.repos.require(repoId ?? 0), 'secret_scanning_push_protection')
    : rows.patternSettings.get(orgId).settings[slug] === 'enabled'
}

function refuseExpressions({ name, pattern, mustMatch, mustNotMatch }: PatternFields): void {
  for (const expression of [pattern, ...mustMatch, ...mustNotMatch]) {
    if (expression === '' || !isExpression(expression)) {
      throw unprocessable(`Validation failed for one or more patterns: the pattern of ${name} is not valid`)
    }
  }
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

/** Returns the version of an organization's settings as clients name it; null while nothing is set. */
export function settingsVersion(rows: Rows, org: Account): string | null {
  const { version } = rows.patternSettings.get(org.id)
  return version === 0 ? null : String(version)
}

/**
 * Sets what push protection does about types of secrets. Returns the new version.
 *
 * @throws 409 for another version than the present one, 422 for an unknown type.
 */
export function setPatternSettings(
  rows: Rows,
  org: Account,
  version: string | null | undefined,
  given: Readonly<Record<string, 'not-set' | 'disabled' | 'enabled'>>,
): string {
  const before = rows.patternSettings.get(org.id)
  if (version != null && version !== settingsVersion(rows, org)) {
    throw conflict('The pattern configuration has been changed since it was read.')
  }
  const known = new Set<string>([
    ...PROVIDER_TYPES.map(([type]) => type),
    ...patternsOf(rows, { repo: null, org }).map(({ slug }) => slug),
  ])
  const unknown = Object.keys(given).find((type) => !known.has(type))
  if (unknown !== undefined) throw unprocessable(`The token type ${unknown} does not exist.`)
  rows.patternSettings.set({ version: before.version + 1, settings: { ...before.settings, ...given } }, org.id)
  return String(before.version + 1)
}

/** The alerts of the repositories of an organization about a type of secrets. */
export interface TypeCount {
  readonly total: number
  readonly all: number
  readonly falsePositives: number
}

/** Counts the alerts of an organization about a type of secrets. */
export function countOfType(rows: Rows, org: Account, type: string): TypeCount {
  const alerts = rows.repos
    .referring('ownerId', org.id)
    .flatMap((repo: Repo) => rows.secretAlerts.list('byNumber', repo.id))
  const ofType = alerts.filter((each) => each.type === type)
  const falsePositives = ofType.filter(({ resolved }) => resolved?.resolution === 'false_positive').length
  return { total: ofType.length, all: alerts.length, falsePositives }
}
