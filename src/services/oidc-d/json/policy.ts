import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { OrgPolicy, OrgPolicyRule } from '#oidc-d/schema.ts'
import { POST } from './links.ts'

/** Returns a policy of the organization. */
export function orgPolicyJson({ origin }: Pick<Site, 'origin'>, policy: OrgPolicy) {
  const self = `${origin}/api/v1/policies/${policy.id}`
  const step = policy.status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    id: policy.id,
    status: policy.status,
    name: policy.name,
    ...(policy.description === null ? {} : { description: policy.description }),
    priority: policy.priority,
    system: policy.system,
    conditions: policy.conditions,
    created: date(policy.created),
    lastUpdated: date(policy.lastUpdated),
    ...(policy.settings === null ? {} : { settings: policy.settings }),
    _links: {
      ...(policy.system ? {} : { mappings: allowing(`${self}/mappings`, 'GET', 'POST') }),
      self: policy.system ? allowing(self, 'GET', 'PUT') : allowing(self, 'GET', 'PUT', 'DELETE'),
      rules: allowing(`${self}/rules`, 'GET', 'POST'),
      ...(policy.system ? {} : { [step]: { href: `${self}/lifecycle/${step}`, ...POST } }),
    },
    type: policy.type,
  }
}

/** Returns a rule of a policy of the organization. */
export function orgPolicyRuleJson({ origin }: Pick<Site, 'origin'>, policy: OrgPolicy, rule: OrgPolicyRule) {
  const self = `${origin}/api/v1/policies/${policy.id}/rules/${rule.id}`
  const step = rule.status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    id: rule.id,
    status: rule.status,
    name: rule.name,
    priority: rule.priority,
    created: date(rule.created),
    lastUpdated: date(rule.lastUpdated),
    system: rule.system,
    conditions: rule.conditions,
    actions: rule.actions,
    _links: {
      self: rule.system ? allowing(self, 'GET', 'PUT') : allowing(self, 'GET', 'PUT', 'DELETE'),
      ...(rule.system ? {} : { [step]: { href: `${self}/lifecycle/${step}`, ...POST } }),
    },
    type: policy.type === 'OKTA_SIGN_ON' ? 'SIGN_ON' : policy.type,
  }
}

function allowing(href: string, ...allow: readonly string[]) {
  return { href, hints: { allow } }
}
