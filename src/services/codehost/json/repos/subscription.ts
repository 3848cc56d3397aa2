import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Autolink, Subscription } from '#codehost/schema/social.ts'
import { time } from '../format.ts'

/** A user's subscription to a repository: `repository-subscription`. */
export function subscriptionJson(site: Site, repo: Repo, { ignored, createdAt }: Subscription) {
  const { url } = repoUrls(site, repo)
  return {
    subscribed: !ignored,
    ignored,
    reason: null,
    created_at: time(createdAt),
    url: `${url}/subscription`,
    repository_url: url,
  }
}

/** A reference that links to another system: `autolink`. */
export function autolinkJson({ id, keyPrefix, urlTemplate, isAlphanumeric, updatedAt }: Autolink) {
  return {
    id,
    key_prefix: keyPrefix,
    url_template: urlTemplate,
    is_alphanumeric: isAlphanumeric,
    updated_at: time(updatedAt),
  }
}
