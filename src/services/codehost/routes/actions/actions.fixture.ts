import { createEmulator, type Emulator, type EmulatorOptions } from '#emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '#testkit/octokit.ts'

/** The repository that has workflow files. */
export const repo = { owner: 'octocat', repo: 'hello-world' }

/** A workflow file with filters, inputs, a matrix and a job that needs another. */
export const CI = `name: CI
run-name: CI of \${{ github.ref_name }} by \${{ github.actor }}
on:
  push:
    branches: [main, 'release/**']
  pull_request:
  workflow_dispatch:
    inputs:
      level: { type: choice, options: [low, high], default: low }
      debug: { type: boolean }
      reason: { required: true }
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Install
        run: npm ci
  test:
    name: Unit tests
    needs: build
    runs-on: [self-hosted, linux]
    strategy:
      matrix:
        node: [20, 22]
    steps:
      - run: |
          npm test
          npm run report
`

const PLAIN = `on: push
jobs:
  only:
    runs-on: ubuntu-latest
    steps: [{ run: 'true' }]
`

type Section = NonNullable<Extract<EmulatorOptions<'codehost'>['seed'], object>['codehost']>

/** An instance with two workflow files on the default branch, a frozen clock and a receiver of all events. */
export class Stage implements AsyncDisposable {
  readonly codehost: Emulator<'codehost'>
  readonly receiver: Receiver

  constructor(codehost: Emulator<'codehost'>, receiver: Receiver) {
    this.codehost = codehost
    this.receiver = receiver
  }

  octokit(token = 'octocat') {
    return checkedOctokit(this.codehost, token)
  }

  get actions() {
    return this.octokit().actions
  }

  get stranger() {
    return checkedOctokit(this.codehost)
  }

  /** Dispatches the workflow and returns its run. */
  async run(workflow_id = 'ci.yml', ref = 'main') {
    const inputs = workflow_id === 'ci.yml' ? { reason: 'because' } : {}
    await this.actions.createWorkflowDispatch({ ...repo, workflow_id, ref, inputs })
    return this.newest()
  }

  async newest() {
    const [run] = (await this.actions.listWorkflowRunsForRepo(repo)).data.workflow_runs
    if (run === undefined) throw new Error('there is no run')
    return run
  }

  async get(run_id: number) {
    return (await this.actions.getWorkflowRun({ ...repo, run_id })).data
  }

  async jobs(run_id: number, query: { filter?: 'latest' | 'all' } = {}) {
    return (await this.actions.listJobsForWorkflowRun({ ...repo, run_id, ...query })).data.jobs
  }

  /**
   * Returns the events since the previous call, as `event.action`.
   *
   * @throws when a payload does not match the vendor's description.
   */
  async events(): Promise<string[]> {
    await this.codehost.webhooks.settled()
    const violations = this.receiver.violations()
    if (violations.length > 0) throw new Error(violations.join('\n'))
    const events = this.receiver.received.map(({ event, payload: { action } }) =>
      typeof action === 'string' ? `${event}.${action}` : event,
    )
    this.receiver.received.length = 0
    return events
  }

  /** Resets the instance to its seed. */
  async again(): Promise<void> {
    await this.codehost.webhooks.settled()
    this.codehost.reset()
    this.receiver.received.length = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.codehost.close()
    await this.receiver[Symbol.asyncDispose]()
  }
}

/** `more` is merged into the seeded repository, `beside` into the section. */
export async function stage(
  more: Partial<NonNullable<Section['repos']>[number]> = {},
  beside: Partial<Section> = {},
): Promise<Stage> {
  const receiver = await receiveWebhooks()
  const events = ['workflow_run', 'workflow_job', 'workflow_dispatch', 'check_run', 'check_suite']
  const codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    now: '2026-01-01T00:00:00Z',
    seed: {
      tokens: {
        octocat: { login: 'octocat', scopes: ['repo', 'workflow'] },
        hubber: { login: 'hubber', scopes: ['repo', 'workflow'] },
        monalisa: { login: 'monalisa', scopes: ['repo'] },
        reader: { login: 'octocat', scopes: [] },
      },
      codehost: {
        users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'monalisa' }],
        repos: [
          {
            owner: repo.owner,
            name: repo.repo,
            files: {
              'README.md': '# hi\n',
              '.github/workflows/ci.yml': CI,
              '.github/workflows/plain.yaml': PLAIN,
              '.github/workflows/notes.txt': 'no workflow',
            },
            branches: [{ name: 'feature', files: { 'b.txt': 'b\n' } }],
            collaborators: [{ login: 'hubber', permission: 'push' }],
            webhooks: [{ url: receiver.url, events }],
            ...more,
          },
          { owner: 'octocat', name: 'empty' },
          { owner: 'octocat', name: 'hidden', private: true, auto_init: true },
        ],
        ...beside,
      },
    },
  })
  return new Stage(codehost, receiver)
}
