import type { Site } from '#codehost/call.ts'
import { wireIdOf, type Configuration } from '#codehost/rules/security/configurations.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { time } from '../format.ts'

/** A configuration of code security: `code-security-configuration`. */
export function configurationJson({ base, origin }: Site, org: Account, configuration: Configuration) {
  const id = wireIdOf(configuration)
  const kind = configuration.orgId === null ? 'global' : 'organization'
  const page = `${origin}/organizations/${org.login}/settings/security_products/configurations`
  return {
    id,
    name: configuration.name,
    target_type: kind,
    description: configuration.description,
    ...configuration.settings,
    url: `${base}/orgs/${org.login}/code-security/configurations/${id}`,
    html_url: kind === 'global' ? `${page}/view` : `${page}/edit/${id}`,
    created_at: time(configuration.createdAt),
    updated_at: time(configuration.updatedAt),
  }
}
