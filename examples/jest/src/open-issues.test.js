import { openIssues } from './open-issues.js'

// The environment sets GITHUB_API_URL to the URL of codehost, in this process and in its child processes.
process.env.GITHUB_REPOSITORY = 'ada/engine'
process.env.GITHUB_TOKEN = 'bot_token'

const job = (name) => ({ name, url: `https://ci.example/${name}`, log: 'exit code 1' })

const issuesOfRepository = async () => {
  const response = await fetch(`${codehost.url}/repos/ada/engine/issues`)
  return response.json()
}

test('opens an issue with the label for each failed job', async () => {
  expect(await openIssues([job('lint'), job('unit')])).toEqual({ opened: [1, 2], known: [], refused: [] })
  expect(await issuesOfRepository()).toMatchObject([
    { title: 'unit fails', user: { login: 'ci-bot' }, labels: [{ name: 'ci-failure' }] },
    { title: 'lint fails', user: { login: 'ci-bot' }, labels: [{ name: 'ci-failure' }] },
  ])
})

test('finds the open issue of a job, on whichever page it is', async () => {
  await openIssues(Array.from({ length: 120 }, (_, index) => job(`job ${index}`)))
  expect(await openIssues([job('job 0'), job('job 119')])).toMatchObject({ opened: [], known: [1, 120] })
})

test('goes on with the other jobs when one is refused', async () => {
  codehost.faults.add({ method: 'POST', path: '/repos/:owner/:repo/issues', status: 502, times: 1 })
  expect(await openIssues([job('lint'), job('unit')])).toMatchObject({ opened: [1], refused: [{ job: 'lint' }] })
})

test('rejects when GitHub is down', async () => {
  codehost.faults.add({ status: 503 })
  await expect(openIssues([job('lint')])).rejects.toMatchObject({ status: 503 })
})
