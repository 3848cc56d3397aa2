import { Octokit } from '@octokit/rest'

const LABEL = 'ci-failure'

/** Reads the repository and the account from the environment of a GitHub Actions job. */
export function trackerFromEnvironment(env = process.env) {
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/')
  if (!owner || !repo) throw new Error('GITHUB_REPOSITORY is not <owner>/<name>')
  return { owner, repo, token: env.GITHUB_TOKEN, baseUrl: env.GITHUB_API_URL ?? 'https://api.github.com' }
}

/**
 * Opens an issue for each failed job `{ name, url, log }` that has no open issue. When GitHub refuses one issue, the others are
 * still opened. Resolves to `{ opened, known, refused }`; rejects when the open issues cannot be listed.
 */
export async function openIssues(jobs, { baseUrl, token, ...repository } = trackerFromEnvironment()) {
  const octokit = new Octokit({ baseUrl, auth: token })
  const open = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...repository,
    state: 'open',
    labels: LABEL,
    per_page: 100,
  })
  const numbers = new Map(open.map((issue) => [issue.title, issue.number]))
  const outcome = { opened: [], known: [], refused: [] }
  for (const job of jobs) {
    const title = `${job.name} fails`
    if (numbers.has(title)) {
      outcome.known.push(numbers.get(title))
      continue
    }
    try {
      const body = `${job.url}\n\n\`\`\`\n${job.log}\n\`\`\``
      const { data } = await octokit.rest.issues.create({ ...repository, title, body, labels: [LABEL] })
      numbers.set(title, data.number)
      outcome.opened.push(data.number)
    } catch (error) {
      outcome.refused.push({ job: job.name, reason: error.message })
    }
  }
  return outcome
}
