import type { Site } from '#codehost/call.ts'
import type { ConcurrencyGroup, GroupMember } from '#codehost/rules/actions/concurrency.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { time } from '../format.ts'

/** Returns the URL of a concurrency group. */
function groupUrl(site: Site, repo: Repo, name: string): string {
  return `${repoUrls(site, repo).url}/actions/concurrency_groups/${encodeURIComponent(name)}`
}

/** A concurrency group in the list of a repository: `concurrency-group`. */
export function listedGroupJson(site: Site, repo: Repo, { name, acquiredAt }: ConcurrencyGroup) {
  return {
    group_name: name,
    group_url: groupUrl(site, repo, name),
    last_acquired_at: acquiredAt === null ? null : time(acquiredAt),
  }
}

/** A concurrency group with some of its members. */
export function groupJson(site: Site, repo: Repo, { name }: ConcurrencyGroup, members: readonly GroupMember[]) {
  return {
    group_name: name,
    group_url: groupUrl(site, repo, name),
    total_count: members.length,
    group_members: members.map((member) => memberJson(site, repo, member)),
  }
}

/** A concurrency group of a run, with the places of the run and its jobs in it. */
export function groupOfRunJson(site: Site, repo: Repo, runId: number, { name, members }: ConcurrencyGroup) {
  const url = groupUrl(site, repo, name)
  return {
    group_name: name,
    group_url: url,
    group_members: members.flatMap((member, index) => {
      if (member.run.id !== runId) return []
      const ahead = member.job === null ? `ahead_of_run=${runId}` : `ahead_of_job=${member.job.id}`
      return [{ ...memberJson(site, repo, member), position: index, position_url: `${url}?${ahead}` }]
    }),
  }
}

function memberJson(site: Site, repo: Repo, { run, job, status }: GroupMember) {
  const { url, page } = repoUrls(site, repo)
  const html = `${page}/actions/runs/${run.id}`
  const ofJob =
    job === null
      ? {}
      : {
          job_id: job.id,
          job_name: job.name,
          job_url: `${url}/actions/jobs/${job.id}`,
          job_html_url: `${html}/job/${job.id}`,
        }
  return {
    run_id: run.id,
    run_name: run.name,
    run_url: `${url}/actions/runs/${run.id}`,
    run_html_url: html,
    ...ofJob,
    status,
  }
}
