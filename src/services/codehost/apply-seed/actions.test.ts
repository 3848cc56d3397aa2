import { describe, expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'

const start = (repo: object) =>
  createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      codehost: {
        users: [{ login: 'octocat' }],
        repos: [{ owner: 'octocat', name: 'hello', auto_init: true, ...repo }],
      },
    },
  })

const ci = { name: 'CI', path: '.github/workflows/ci.yml' }

describe('a seed with workflows', () => {
  it.each([
    [
      'a path that no workflow has',
      { workflows: [{ path: 'ci.yml' }] },
      'expected a path such as .github/workflows/ci.yml',
    ],
    ['a path twice', { workflows: [ci, ci] }, 'another workflow has this path'],
    [
      'a run of no workflow',
      { workflows: [ci], workflow_runs: [{ workflow: 'CJ' }] },
      'the repository has no workflow "CJ"',
    ],
    [
      'a run on no branch',
      { workflows: [ci], workflow_runs: [{ workflow: 'CI', branch: 'gone' }] },
      'no branch is named "gone"',
    ],
    [
      'a run at no time',
      { workflows: [ci], workflow_runs: [{ workflow: 'CI', created_at: 'soon' }] },
      'soon is not a date',
    ],
    [
      'a run by nobody',
      { workflows: [ci], workflow_runs: [{ workflow: 'CI', actor: 'who' }] },
      'no user has the login',
    ],
    [
      'two artifacts of a name',
      { workflows: [ci], workflow_runs: [{ workflow: 'CI', artifacts: [{ name: 'a' }, { name: 'a' }] }] },
      'two artifacts are named "a"',
    ],
    ['a conclusion that there is not', { workflows: [{ ...ci, conclusion: 'fine' }] }, 'fine'],
  ])('that has %s is refused', async (_, repo, message) => {
    await expect(start(repo)).rejects.toThrow(message)
  })
})
