import { Octokit } from '@octokit/rest'

/** A job of the pipeline that failed. */
export interface FailedJob {
  name: string
  url: string
  /** The last lines of the log. */
  log: string
}

/** The repository for the issues, and the account that opens them. */
export interface Tracker {
  owner: string
  repo: string
  token: string | undefined
  /** The URL of the GitHub API, of GitHub Enterprise, or of a stand-in. */
  baseUrl: string
}

/** The result for all jobs. */
export interface Outcome {
  /** Numbers of the issues that were opened. */
  opened: number[]
  /** Numbers of the issues that were open already. */
  known: number[]
  /** Jobs for which no issue could be opened, and why. */
  refused: { job: string; reason: string }[]
}

const LABEL = 'ci-failure'

/** Reads the tracker from the environment of a GitHub Actions job. */
export function trackerFromEnvironment(env: NodeJS.ProcessEnv = process.env): Tracker {
  const [owner, repo] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  if (!owner || !repo) throw new Error('GITHUB_REPOSITORY is not <owner>/<name>')
  return { owner, repo, token: env['GITHUB_TOKEN'], baseUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com' }
}

/**
 * Opens an issue for each failed job that has no open issue. When GitHub refuses one issue, the others are still
 * opened.
 *
 * @throws RequestError when the open issues cannot be listed.
 */
export async function openIssues(
  jobs: readonly FailedJob[],
  { baseUrl, token, ...repository }: Tracker,
): Promise<Outcome> {
  const octokit = new Octokit({ baseUrl, ...(token === undefined ? {} : { auth: token }) })
  const open = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...repository,
    state: 'open',
    labels: LABEL,
    per_page: 100,
  })
  const numbers = new Map(open.map((issue) => [issue.title, issue.number]))
  const outcome: Outcome = { opened: [], known: [], refused: [] }
  for (const job of jobs) {
    const title = `${job.name} fails`
    const known = numbers.get(title)
    if (known !== undefined) {
      outcome.known.push(known)
      continue
    }
    try {
      const body = `${job.url}\n\n\`\`\`\n${job.log}\n\`\`\``
      const { data } = await octokit.rest.issues.create({ ...repository, title, body, labels: [LABEL] })
      numbers.set(title, data.number)
      outcome.opened.push(data.number)
    } catch (error) {
      outcome.refused.push({ job: job.name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return outcome
}
