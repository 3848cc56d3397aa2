import type { Site } from '#codehost/call.ts'
import { simpleUserByIdJson, simpleUserOrNullJson } from '#codehost/json/accounts/account.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { dependabotStateOf } from '#codehost/rules/security/dependabot-alerts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { DependabotAlert } from '#codehost/schema/security-alerts.ts'
import { time, timeOrNull } from '../format.ts'

/** An alert of Dependabot: `dependabot-alert`. */
export function dependabotAlertJson(site: Site, repo: Repo, alert: DependabotAlert) {
  const { url, page } = repoUrls(site, repo)
  const { dismissed } = alert
  const vulnerability = vulnerabilityJson(alert)
  return {
    number: alert.number,
    state: dependabotStateOf(alert),
    dependency: {
      package: vulnerability.package,
      manifest_path: alert.manifestPath,
      scope: alert.scope,
      relationship: 'direct',
    },
    security_advisory: advisoryJson(site, alert, vulnerability),
    security_vulnerability: vulnerability,
    url: `${url}/dependabot/alerts/${alert.number}`,
    html_url: `${page}/security/dependabot/${alert.number}`,
    created_at: time(alert.createdAt),
    updated_at: time(alert.updatedAt),
    dismissed_at: timeOrNull(dismissed?.at ?? null),
    dismissed_by: simpleUserOrNullJson(site, dismissed?.byId ?? null),
    dismissed_reason: dismissed?.reason ?? null,
    dismissed_comment: dismissed?.comment ?? null,
    fixed_at: timeOrNull(alert.fixedAt),
    auto_dismissed_at: null,
    assignees: alert.assigneeIds.map((id) => simpleUserByIdJson(site, id)),
  }
}

function vulnerabilityJson({ ecosystem, packageName, advisory, vulnerableRange, patchedVersion }: DependabotAlert) {
  return {
    package: { ecosystem, name: packageName },
    severity: advisory.severity,
    vulnerable_version_range: vulnerableRange,
    first_patched_version: patchedVersion === null ? null : { identifier: patchedVersion },
  }
}

function advisoryJson(
  { origin }: Site,
  { advisory }: DependabotAlert,
  vulnerability: ReturnType<typeof vulnerabilityJson>,
) {
  const { ghsaId, cveId, summary, description, severity, score, publishedAt } = advisory
  return {
    ghsa_id: ghsaId,
    cve_id: cveId,
    summary,
    description,
    severity,
    identifiers: [{ type: 'GHSA', value: ghsaId }, ...(cveId === null ? [] : [{ type: 'CVE', value: cveId }])],
    references: [{ url: `${origin}/advisories/${ghsaId}` }],
    published_at: time(publishedAt),
    updated_at: time(publishedAt),
    withdrawn_at: null,
    vulnerabilities: [vulnerability],
    cvss: { vector_string: null, score },
    cvss_severities: { cvss_v3: { vector_string: null, score }, cvss_v4: { vector_string: null, score: 0 } },
    cwes: [] as { cwe_id: string; name: string }[],
  }
}
