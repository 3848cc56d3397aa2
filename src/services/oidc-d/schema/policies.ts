import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

/**
 * The types of policies of the organization.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/
 */
export const POLICY_TYPES = [
  'OKTA_SIGN_ON',
  'PASSWORD',
  'MFA_ENROLL',
  'ACCESS_POLICY',
  'IDP_DISCOVERY',
  'PROFILE_ENROLLMENT',
] as const

/** The type of a policy of the organization. */
export type PolicyType = (typeof POLICY_TYPES)[number]

/** A policy of the organization: about signing in, passwords, factors, apps. */
export interface OrgPolicy {
  readonly id: string
  readonly type: PolicyType
  readonly name: string
  readonly description: string | null
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** The place among the policies of the type, from 1; every app policy has 1. */
  readonly priority: number
  /** True for the policy of each type that always exists. */
  readonly system: boolean
  /** In the vendor's form; null for types without conditions. */
  readonly conditions: JsonObject | null
  /** In the vendor's form; null for types without settings. */
  readonly settings: JsonObject | null
  readonly created: number
  readonly lastUpdated: number
}

/** A rule of a policy of the organization. The first rule whose conditions match decides. */
export interface OrgPolicyRule {
  readonly id: string
  readonly policyId: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** The place among the rules of the policy. A catch-all rule has 99. */
  readonly priority: number
  readonly system: boolean
  readonly conditions: JsonObject | null
  readonly actions: JsonObject
  readonly created: number
  readonly lastUpdated: number
}

/** The collections of the policies of the organization. */
export const policyCollections = {
  orgPolicies: collection<OrgPolicy>()({
    unique: { name: ['type', 'name'] },
    indexes: { byPriority: ['type', 'priority'] },
  }),
  orgPolicyRules: collection<OrgPolicyRule>()({
    unique: { name: ['policyId', 'name'] },
    indexes: { byPriority: ['policyId', 'priority'] },
    references: { policyId: { to: 'orgPolicies', onDelete: 'cascade' } },
  }),
}
