import type { Site } from '#codehost/call.ts'
import type { ActionsSetting } from '#codehost/schema/settings.ts'
import { pathOf } from '#codehost/rules/settings/actions-settings.ts'
import { time } from '../format.ts'

/** A secret without its value: `actions-secret`. */
export function secretJson({ name, createdAt, updatedAt }: ActionsSetting) {
  return { name, created_at: time(createdAt), updated_at: time(updatedAt) }
}

/** A secret of an organization: `organization-actions-secret`. */
export function organizationSecretJson(site: Pick<Site, 'rows' | 'base'>, secret: ActionsSetting) {
  return { ...secretJson(secret), ...sharingJson(site, secret) }
}

/** Returns the visibility of an organization's secret or variable, with the URL of its selected repositories. */
export function sharingJson(
  { rows, base }: Pick<Site, 'rows' | 'base'>,
  { kind, name, orgId, visibility }: ActionsSetting,
) {
  const owner = rows.accounts.get(orgId)?.login
  const url = `${base}/orgs/${owner}/${pathOf(kind)}/${name}/repositories`
  return { visibility, ...(visibility === 'selected' ? { selected_repositories_url: url } : {}) }
}
