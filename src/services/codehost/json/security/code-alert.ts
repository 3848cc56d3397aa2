import type { Site } from '#codehost/call.ts'
import { simpleUserOrNullJson } from '#codehost/json/accounts/account.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { instancesOf, isDeletable, stateOf } from '#codehost/rules/security/code-alerts.ts'
import type { CodeAlert, CodeAlertInstance, CodeAnalysis } from '#codehost/schema/code-scanning.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { time, timeOrNull } from '../format.ts'

/** An alert in a list: `code-scanning-alert-items`. */
export function listedCodeAlertJson(site: Site, repo: Repo, alert: CodeAlert) {
  const { rule, dismissed, tool } = alert
  const { url, page } = repoUrls(site, repo)
  const own = `${url}/code-scanning/alerts/${alert.number}`
  const [latest] = instancesOf(site.rows, alert)
  return {
    number: alert.number,
    created_at: time(alert.createdAt),
    updated_at: time(alert.updatedAt),
    url: own,
    html_url: `${page}/security/code-scanning/${alert.number}`,
    state: stateOf(alert),
    fixed_at: timeOrNull(alert.fixedAt),
    dismissed_by: simpleUserOrNullJson(site, dismissed?.byId ?? null),
    dismissed_at: timeOrNull(dismissed?.at ?? null),
    dismissed_reason: dismissed?.reason ?? null,
    dismissed_comment: dismissed?.comment ?? null,
    rule: {
      id: rule.id,
      severity: rule.severity,
      description: rule.description,
      name: rule.name,
      tags: rule.tags,
      full_description: rule.fullDescription,
      security_severity_level: rule.securitySeverity,
    },
    tool: { name: tool.name, guid: tool.guid, version: tool.version },
    most_recent_instance: latest === undefined ? {} : instanceJson(latest),
    instances_url: `${own}/instances`,
    dismissal_approved_by: null,
    assignees: [],
  }
}

/** An alert: `code-scanning-alert`. */
export function codeAlertJson(site: Site, repo: Repo, alert: CodeAlert) {
  const listed = listedCodeAlertJson(site, repo, alert)
  const { help, helpUri } = alert.rule
  return { ...listed, rule: { ...listed.rule, help, help_uri: helpUri } }
}

/** An alert in a webhook payload. */
export function eventCodeAlertJson(site: Site, repo: Repo, alert: CodeAlert) {
  const { rule, tool, dismissed_comment: comment, updated_at: updatedAt, ...wire } = codeAlertJson(site, repo, alert)
  const { security_severity_level: _level, help_uri: helpUri, ...facts } = rule
  return {
    ...wire,
    ...(stateOf(alert) === 'fixed' || alert.dismissed !== null ? {} : { updated_at: updatedAt }),
    ...(comment === null ? {} : { dismissed_comment: comment }),
    rule: { ...facts, ...(helpUri === null ? {} : { help_uri: helpUri }) },
    tool: { ...tool, version: tool.version ?? '' },
  }
}

/** An alert on one ref: `code-scanning-alert-instance`. */
export function instanceJson({ ref, key, environment, category, isFixed, sha, message, location }: CodeAlertInstance) {
  return {
    ref,
    analysis_key: key,
    environment,
    category,
    state: isFixed ? 'fixed' : 'open',
    commit_sha: sha,
    message: { text: message },
    location: {
      path: location.path,
      start_line: location.startLine,
      end_line: location.endLine,
      start_column: location.startColumn,
      end_column: location.endColumn,
    },
    classifications: [] as string[],
  }
}

/** A run of a tool: `code-scanning-analysis`. */
export function analysisJson(site: Site, repo: Repo, analysis: CodeAnalysis) {
  const { id, ref, sha, key, environment, category, tool, resultsCount, rulesCount, createdAt, uploadId } = analysis
  return {
    ref,
    commit_sha: sha,
    analysis_key: key,
    environment,
    error: '',
    category,
    created_at: time(createdAt),
    results_count: resultsCount,
    rules_count: rulesCount,
    id,
    url: `${repoUrls(site, repo).url}/code-scanning/analyses/${id}`,
    sarif_id: uploadId,
    tool: { name: tool.name, guid: tool.guid, version: tool.version },
    deletable: isDeletable(site.rows, analysis),
    warning: '',
  }
}
