import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { AdvisoryPackage, GlobalAdvisory, RepositoryAdvisory } from '#codehost/schema/advisories.ts'
import { simpleUserByIdJson, simpleUserOrNullJson } from '../accounts/account.ts'
import { time, timeOrNull } from '../format.ts'
import { briefRepositoryJson } from '../repos/repository.ts'
import { teamJson } from '../teams/team.ts'

/** An advisory of a repository: `repository-advisory`. */
export function repositoryAdvisoryJson(site: Site, advisory: RepositoryAdvisory) {
  const { rows } = site
  const repo = rows.repos.require(advisory.repoId)
  const fork = rows.repos.get(advisory.forkId)
  const { url, page } = repoUrls(site, repo)
  const { ghsaId, credits, teamIds } = advisory
  return {
    ghsa_id: ghsaId,
    cve_id: advisory.cveId,
    url: `${url}/security-advisories/${ghsaId}`,
    html_url: `${page}/security/advisories/${ghsaId}`,
    summary: advisory.summary,
    description: advisory.description,
    severity: advisory.severity,
    author: simpleUserOrNullJson(site, advisory.authorId),
    publisher: simpleUserOrNullJson(site, advisory.publisherId),
    identifiers: identifiersJson(advisory),
    state: advisory.state,
    created_at: time(advisory.createdAt),
    updated_at: time(advisory.updatedAt),
    published_at: timeOrNull(advisory.publishedAt),
    closed_at: timeOrNull(advisory.closedAt),
    withdrawn_at: null,
    submission: advisory.isReport ? { accepted: advisory.state !== 'triage' } : null,
    vulnerabilities: advisory.packages.map((each) => ({
      ...packageJson(each),
      patched_versions: each.patchedVersions,
      vulnerable_functions: each.functions,
    })),
    ...cvssJson(advisory),
    cwes: advisory.cweIds.map(cweJson),
    cwe_ids: advisory.cweIds,
    credits: credits.flatMap(({ userId, type }) => {
      const user = rows.accounts.get(userId)
      return user === undefined ? [] : [{ login: user.login, type }]
    }),
    credits_detailed: credits.map(({ userId, type }) => ({
      user: simpleUserByIdJson(site, userId),
      type,
      state: userId === advisory.authorId ? 'accepted' : 'pending',
    })),
    collaborating_users: advisory.collaboratorIds.map((id) => simpleUserByIdJson(site, id)),
    collaborating_teams: teamIds.flatMap((id) => {
      const team = rows.teams.get(id)
      return team === undefined ? [] : [teamJson(site, team)]
    }),
    private_fork: fork === undefined ? null : briefRepositoryJson(site, fork),
  }
}

/** An advisory that everybody knows: `global-advisory`. */
export function globalAdvisoryJson(site: Site, advisory: GlobalAdvisory) {
  const { rows, base, origin } = site
  const { ghsaId } = advisory
  const own = rows.repositoryAdvisories.get(advisory.repositoryAdvisoryId)
  const repo = rows.repos.get(own?.repoId)
  const urls = repo === undefined ? null : repoUrls(site, repo)
  return {
    ghsa_id: ghsaId,
    cve_id: advisory.cveId,
    url: `${base}/advisories/${ghsaId}`,
    html_url: `${origin}/advisories/${ghsaId}`,
    repository_advisory_url: urls === null ? null : `${urls.url}/security-advisories/${ghsaId}`,
    summary: advisory.summary,
    description: advisory.description,
    type: 'reviewed',
    severity: advisory.severity ?? 'unknown',
    source_code_location: urls?.page ?? null,
    identifiers: identifiersJson(advisory),
    references: [`${origin}/advisories/${ghsaId}`],
    published_at: time(advisory.publishedAt),
    updated_at: time(advisory.updatedAt),
    github_reviewed_at: time(advisory.publishedAt),
    nvd_published_at: null,
    withdrawn_at: null,
    vulnerabilities: advisory.packages.map((each) => ({
      ...packageJson(each),
      first_patched_version: each.patchedVersions,
      vulnerable_functions: each.functions,
    })),
    ...cvssJson(advisory),
    cwes: advisory.cweIds.map(cweJson),
    credits: (own?.credits ?? []).map(({ userId, type }) => ({ user: simpleUserByIdJson(site, userId), type })),
    epss: null,
  }
}

type Facts = RepositoryAdvisory | GlobalAdvisory

function identifiersJson({ ghsaId, cveId }: Facts) {
  return [{ type: 'GHSA', value: ghsaId }, ...(cveId === null ? [] : [{ type: 'CVE', value: cveId }])]
}

function packageJson({ ecosystem, name, vulnerableRange }: AdvisoryPackage) {
  return { package: { ecosystem, name }, vulnerable_version_range: vulnerableRange }
}

function cvssJson({ cvssVector, score }: Facts) {
  const isNew = cvssVector?.startsWith('CVSS:4') === true
  const old = { vector_string: isNew ? null : cvssVector, score: isNew ? null : score }
  return {
    cvss: cvssVector === null && score === null ? null : old,
    cvss_severities: { cvss_v3: old, cvss_v4: { vector_string: isNew ? cvssVector : null, score: null } },
  }
}

/** The names of frequent weaknesses. https://cwe.mitre.org/top25 */
const WEAKNESSES: Readonly<Record<string, string>> = {
  'CWE-20': 'Improper Input Validation',
  'CWE-22': "Improper Limitation of a Pathname to a Restricted Directory ('Path Traversal')",
  'CWE-78': "Improper Neutralization of Special Elements used in an OS Command ('OS Command Injection')",
  'CWE-79': "Improper Neutralization of Input During Web Page Generation ('Cross-site Scripting')",
  'CWE-89': "Improper Neutralization of Special Elements used in an SQL Command ('SQL Injection')",
  'CWE-94': "Improper Control of Generation of Code ('Code Injection')",
  'CWE-200': 'Exposure of Sensitive Information to an Unauthorized Actor',
  'CWE-287': 'Improper Authentication',
  'CWE-352': 'Cross-Site Request Forgery (CSRF)',
  'CWE-400': 'Uncontrolled Resource Consumption',
  'CWE-502': 'Deserialization of Untrusted Data',
  'CWE-601': "URL Redirection to Untrusted Site ('Open Redirect')",
  'CWE-918': 'Server-Side Request Forgery (SSRF)',
  'CWE-1321': "Improperly Controlled Modification of Object Prototype Attributes ('Prototype Pollution')",
  'CWE-1333': 'Inefficient Regular Expression Complexity',
}

function cweJson(id: string) {
  return { cwe_id: id, name: WEAKNESSES[id] ?? id }
}
