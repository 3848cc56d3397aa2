import { ownMember } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { SECURITY_FEATURES, type SecurityFeature } from '#codehost/schema/security-settings.ts'
import type { RepositorySwitch } from '#codehost/schema/social.ts'
import { isOn, turn } from '../repos/switches.ts'

/** The features that a public repository has without being asked. */
const OF_PUBLIC: readonly SecurityFeature[] = ['secret_scanning', 'secret_scanning_push_protection']

/** The features that have operations of their own, by their names in settings. */
const SWITCHES: Readonly<Record<string, RepositorySwitch>> = {
  dependabot_alerts: 'vulnerability-alerts',
  dependabot_security_updates: 'automated-security-fixes',
  private_vulnerability_reporting: 'private-vulnerability-reporting',
}

/** Whether features of a repository are on, by their names on the wire. */
export type FeatureStates = Readonly<Record<string, boolean>>

/** Returns whether a feature is on. */
export function isFeatureOn(rows: Rows, repo: Repo, feature: SecurityFeature): boolean {
  return rows.securityFeatures.get(repo.id)[feature] ?? (OF_PUBLIC.includes(feature) && !repo.private)
}

/** Returns which features are on that the settings of a repository show. */
export function featuresOf(rows: Rows, repo: Repo): FeatureStates {
  return {
    ...Object.fromEntries(SECURITY_FEATURES.map((name) => [name, isFeatureOn(rows, repo, name)])),
    dependabot_security_updates: isOn(rows, repo, 'automated-security-fixes'),
  }
}

/**
 * Turns features on or off, by their names on the wire; other names are ignored. Emits `security_and_analysis` when one
 * changes that the settings show.
 */
export function setFeatures(call: CodehostCall, repo: Repo, states: FeatureStates, sender: Account): void {
  const { rows } = call
  const before = featuresOf(rows, repo)
  for (const [name, isNowOn] of Object.entries(states)) {
    const named = ownMember(SWITCHES, name)
    if (named !== undefined) turn(rows, repo, named, isNowOn)
    if (SECURITY_FEATURES.some((each) => each === name)) {
      rows.securityFeatures.set({ ...rows.securityFeatures.get(repo.id), [name]: isNowOn }, repo.id)
    }
  }
  // Updates are made of alerts, and pushes are protected by what is scanned.
  if (states['dependabot_alerts'] === false) turn(rows, repo, 'automated-security-fixes', false)
  const after = featuresOf(rows, repo)
  if (Object.keys(after).some((name) => after[name] !== before[name])) {
    call.emit({ event: 'security_and_analysis', repo, sender, features: before })
  }
}
