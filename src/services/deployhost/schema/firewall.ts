import { collection } from '#core/store.ts'

/** The sets of core rules. https://vercel.com/docs/vercel-firewall/vercel-waf/managed-rulesets */
export const CORE_RULES = ['sd', 'ma', 'lfi', 'rfi', 'rce', 'php', 'gen', 'xss', 'sqli', 'sf', 'java'] as const

/** Whether a set of rules is on, and what it does to the requests that match. */
interface RuleSet {
  readonly active: boolean
  readonly action?: string | undefined
}

/** A rule of a project, with the members that the client has sent. */
export interface FirewallRule {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly active: boolean
  readonly conditionGroup: readonly unknown[]
  readonly action: Readonly<Record<string, unknown>>
}

/** A rule for the requests of an address. */
export interface FirewallAddress {
  readonly id: string
  readonly hostname: string
  readonly ip: string
  readonly notes?: string | undefined
  readonly action: 'deny' | 'challenge' | 'log' | 'bypass'
}

/** The part of a configuration that clients set. */
export interface FirewallSettings {
  readonly firewallEnabled: boolean
  /** In the order in which requests meet them. */
  readonly rules: readonly FirewallRule[]
  readonly ips: readonly FirewallAddress[]
  readonly crs: { readonly [N in (typeof CORE_RULES)[number]]: RuleSet & { readonly action: string } }
  readonly managedRules: Readonly<Record<string, RuleSet>>
  readonly botIdEnabled?: boolean | undefined
  readonly logHeaders?: string | readonly string[] | undefined
}

/** A version of the firewall of a project. https://vercel.com/docs/vercel-firewall */
export interface FirewallVersion extends FirewallSettings {
  /** `waf_` and 24 digits and letters. */
  readonly id: string
  readonly projectId: string
  /** Counts from 1; the highest one is in force. */
  readonly version: number
  readonly updatedAt: number
}

/** The collection of firewalls. */
export const firewallCollections = {
  firewallVersions: collection<FirewallVersion>()({
    unique: { version: ['projectId', 'version'] },
    indexes: { byProject: ['projectId', 'version'] },
    references: { projectId: { to: 'projects', onDelete: 'cascade' } },
  }),
}
