import type { Project } from '#deployhost/schema.ts'
import type { FirewallVersion } from '#deployhost/schema/firewall.ts'

/** A version of a firewall. https://vercel.com/docs/rest-api/reference/endpoints/security/read-firewall-configuration */
export function firewallJson({ accountId }: Project, firewall: FirewallVersion) {
  const { id, projectId, version, updatedAt, firewallEnabled, rules, ips, crs, managedRules } = firewall
  return {
    ownerId: accountId,
    projectKey: projectId,
    id,
    version,
    updatedAt: new Date(updatedAt).toISOString(),
    firewallEnabled,
    crs,
    // Each rule has fitted the schema of rules.
    rules: rules.map((rule) => ({ ...rule, valid: true })),
    ips,
    managedRules,
    changes: [],
    ...(firewall.botIdEnabled === undefined ? {} : { botIdEnabled: firewall.botIdEnabled }),
    ...(firewall.logHeaders === undefined ? {} : { logHeaders: firewall.logHeaders }),
  }
}
