import type { Site } from '#codehost/call.ts'
import type { TreeEntry } from '#codehost/git/objects.ts'
import type { CodeOfConduct } from '#codehost/rules/repos/codes-of-conduct.ts'
import type { HealthFiles } from '#codehost/rules/repos/community.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { time } from '../format.ts'
import { codeOfConductJson } from './code-of-conduct.ts'
import { licenseJson } from './license.ts'

/** The license and the code of conduct that the vendor recognises in the files of a community profile. */
interface KnownTexts {
  readonly license: string
  readonly conduct: CodeOfConduct | undefined
}

/** The community profile of a repository. */
export function communityProfileJson(site: Site, repo: Repo, files: HealthFiles, known: KnownTexts) {
  const { url, page } = repoUrls(site, repo)
  const { readme, code_of_conduct: conduct, contributing, issue_template: issues, pull_request_template: pulls } = files
  const namedConduct =
    known.conduct === undefined
      ? { key: 'other', name: 'Other', url: `${url}/community/code_of_conduct` }
      : codeOfConductJson(site, known.conduct)
  const file = (entry: TreeEntry | null) =>
    entry === null
      ? null
      : { url: `${url}/contents/${entry.path}`, html_url: `${page}/blob/${repo.defaultBranch}/${entry.path}` }
  // https://docs.github.com/rest/metrics/community: the share of the recommended contents that are there.
  const contents = [repo.description, readme, conduct, contributing, files.license, issues, pulls]
  const present = contents.filter((each) => each !== null && each !== '').length
  const { type } = site.rows.accounts.require(repo.ownerId)
  return {
    health_percentage: Math.floor((present * 100) / contents.length),
    description: repo.description,
    documentation: repo.homepage,
    files: {
      code_of_conduct: conduct === null ? null : { ...namedConduct, html_url: file(conduct)?.html_url },
      code_of_conduct_file: file(conduct),
      contributing: file(contributing),
      issue_template: file(issues),
      pull_request_template: file(pulls),
      license:
        files.license === null
          ? null
          : { ...licenseJson(site.base, known.license), html_url: file(files.license)?.html_url },
      readme: file(readme),
    },
    updated_at: time(repo.updatedAt),
    ...(type === 'Organization' ? { content_reports_enabled: false } : {}),
  }
}
