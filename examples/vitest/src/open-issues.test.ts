import { Octokit } from '@octokit/rest'
import { expect, test as base } from 'vitest'
import { codehostFixture } from 'backlot/vitest'
import { openIssues, type FailedJob } from './open-issues.ts'

const test = base.extend(codehostFixture)

const repository = { owner: 'ada', repo: 'engine' }
const job = (name: string): FailedJob => ({ name, url: `https://ci.example/${name}`, log: 'exit code 1' })

test('opens an issue with the label for each failed job', async ({ codehost }) => {
  const outcome = await openIssues([job('lint'), job('unit')], {
    ...repository,
    token: 'bot_token',
    baseUrl: codehost.url,
  })
  expect(outcome).toEqual({ opened: [1, 2], known: [], refused: [] })

  const { rest } = new Octokit({ baseUrl: codehost.url })
  const { data: issue } = await rest.issues.get({ ...repository, issue_number: 1 })
  expect(issue).toMatchObject({ title: 'lint fails', state: 'open', user: { login: 'ci-bot' } })
  expect(issue.body).toContain('https://ci.example/lint')
  expect(issue.labels).toMatchObject([{ name: 'ci-failure' }])
})

test('sends the log as the body, and changes nothing but issues', async ({ codehost }) => {
  await openIssues([job('lint')], { ...repository, token: 'bot_token', baseUrl: codehost.url })
  const [call] = codehost.calls('issues/create')
  expect(call?.body.body).toContain('exit code 1')
  expect(call?.answer.number).toBe(1)
  expect(codehost.changes()).toMatchInlineSnapshot(`
    "issues
      + 1  title: "lint fails"  body: "https://ci.example/lint\\n\\n\`\`\`\\nexit code 1\\n\`\`\`"  repoId: 1  number: 1  userId: 2  state: "open"  comments: 0
    issueLabels
      + 1  issueId: 1  labelId: 10
    issueEvents
      + 1  repoId: 1  issueId: 1  actorId: 2  event: "labeled"  details: {"label":{"name":"ci-failure","color":"b60205"}}
    activities
      + 1  action: "opened"  subjectId: 1  type: "IssuesEvent"  actorId: 2  repoId: 1
      + 2  action: "labeled"  subjectId: 1  type: "IssuesEvent"  actorId: 2  repoId: 1"
  `)
})

test('finds the open issue of a job, on whichever page it is', async ({ codehost }) => {
  const tracker = { ...repository, token: 'bot_token', baseUrl: codehost.url }
  const jobs = Array.from({ length: 120 }, (_, index) => job(`job ${index}`))
  await openIssues(jobs, tracker)
  expect(await openIssues([job('job 0'), job('job 119')], tracker)).toMatchObject({ opened: [], known: [1, 120] })
  expect(codehost).toHaveReceived('issues/create', { times: 120 })
})

test('opens another issue when the first one is closed', async ({ codehost }) => {
  const tracker = { ...repository, token: 'bot_token', baseUrl: codehost.url }
  await openIssues([job('lint')], tracker)
  const { rest } = new Octokit({ baseUrl: codehost.url, auth: 'bot_token' })
  await rest.issues.update({ ...repository, issue_number: 1, state: 'closed' })
  expect(await openIssues([job('lint')], tracker)).toMatchObject({ opened: [2] })
})

test('goes on with the other jobs when one is refused', async ({ codehost }) => {
  codehost.faults.add({ method: 'POST', path: '/repos/:owner/:repo/issues', status: 502, times: 1 })
  const outcome = await openIssues([job('lint'), job('unit')], {
    ...repository,
    token: 'bot_token',
    baseUrl: codehost.url,
  })
  expect(outcome).toMatchObject({ opened: [1], refused: [{ job: 'lint' }] })
})

test('says so when the token may not open issues', async ({ codehost }) => {
  const outcome = await openIssues([job('lint')], { ...repository, token: 'reader_token', baseUrl: codehost.url })
  expect(outcome.opened).toEqual([])
  expect(outcome.refused).toHaveLength(1)
  expect(codehost).toHaveReceived('issues/create', { principal: 'ci-bot', status: 403, times: 1 })
})

test('rejects when there is no such repository', async ({ codehost }) => {
  const tracker = { owner: 'ada', repo: 'nowhere', token: 'bot_token', baseUrl: codehost.url }
  await expect(openIssues([job('lint')], tracker)).rejects.toMatchObject({ status: 404 })
})
