import type { Site } from '#codehost/call.ts'
import { simpleUserOrNullJson } from '#codehost/json/accounts/account.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SecretAlert } from '#codehost/schema/security-alerts.ts'
import { time, timeOrNull } from '../format.ts'

/** An alert about a secret: `secret-scanning-alert`. `hidden` leaves the secret itself out. */
export function secretAlertJson(site: Site, repo: Repo, alert: SecretAlert, { hidden = false } = {}) {
  return {
    ...factsJson(site, repo, alert),
    state: alert.resolved === null ? 'open' : 'resolved',
    ...(hidden ? {} : { secret: alert.secret }),
    first_location_detected: alert.location === null ? null : commitLocationJson(site, repo, alert, alert.location),
    has_more_locations: false,
    is_base64_encoded: false,
  }
}

/** An alert about a secret in a webhook payload, which never has the secret. */
export function eventSecretAlertJson(site: Site, repo: Repo, alert: SecretAlert) {
  return { ...factsJson(site, repo, alert), secret_category: 'default' }
}

/** A place of a secret: `secret-scanning-location`. */
export function secretLocationJson(
  site: Site,
  repo: Repo,
  alert: SecretAlert,
  location: NonNullable<SecretAlert['location']>,
) {
  return { type: 'commit', details: commitLocationJson(site, repo, alert, location) }
}

function factsJson(site: Site, repo: Repo, alert: SecretAlert) {
  const { url, page } = repoUrls(site, repo)
  const own = `${url}/secret-scanning/alerts/${alert.number}`
  const { resolved } = alert
  return {
    number: alert.number,
    created_at: time(alert.createdAt),
    updated_at: time(alert.updatedAt),
    url: own,
    html_url: `${page}/security/secret-scanning/${alert.number}`,
    locations_url: `${own}/locations`,
    resolution: resolved?.resolution ?? null,
    resolved_at: timeOrNull(resolved?.at ?? null),
    resolved_by: simpleUserOrNullJson(site, resolved?.byId ?? null),
    resolution_comment: resolved?.comment ?? null,
    secret_type: alert.type,
    secret_type_display_name: alert.typeName,
    provider: null,
    provider_slug: null,
    validity: alert.validity,
    publicly_leaked: !repo.private,
    multi_repo: false,
    push_protection_bypassed: false,
    push_protection_bypassed_by: null,
    push_protection_bypassed_at: null,
    push_protection_bypass_request_reviewer: null,
    push_protection_bypass_request_reviewer_comment: null,
    push_protection_bypass_request_comment: null,
    push_protection_bypass_request_html_url: null,
    assigned_to: simpleUserOrNullJson(site, alert.assigneeId),
    closure_request_comment: null,
    closure_request_reviewer_comment: null,
    closure_request_reviewer: null,
  }
}

function commitLocationJson(
  site: Site,
  repo: Repo,
  { secret }: SecretAlert,
  { path, line, sha, blob }: NonNullable<SecretAlert['location']>,
) {
  const { url } = repoUrls(site, repo)
  return {
    path,
    start_line: line,
    end_line: line,
    start_column: 1,
    end_column: secret.length + 1,
    blob_sha: blob,
    blob_url: `${url}/git/blobs/${blob}`,
    commit_sha: sha,
    commit_url: `${url}/git/commits/${sha}`,
  }
}
