import { createEmulator, type Emulator, type EmulatorOptions } from '#emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '#testkit/octokit.ts'
import { serviceTest } from '#testkit/service-test.ts'

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
export class Stage {
  readonly receiver: Receiver
  readonly #current: () => Emulator<'codehost'>

  constructor(receiver: Receiver, current: () => Emulator<'codehost'>) {
    this.receiver = receiver
    this.#current = current
  }

  /** Available while the tests run. */
  get codehost(): Emulator<'codehost'> {
    return this.#current()
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
}

/**
 * Returns a stage for the tests of the calling file, with the `it` that resets it before each test. `more` is merged
 * into the seeded repository, `beside` into the section.
 */
export async function stage(more: SeededRepo = {}, beside: Partial<Section> = {}) {
  const receiver = await receiveWebhooks()
  const it = serviceTest('codehost', { now: NOW, seed: seedOf(receiver, more, beside) })
  let codehost: Emulator<'codehost'>
  it.beforeAll(({ codehost: instance }) => {
    codehost = instance
  })
  it.beforeEach(() => {
    receiver.received.length = 0
  })
  // Events of a test must not arrive in the next one.
  it.afterEach(({ codehost: { webhooks } }) => webhooks.settled())
  it.afterAll(() => receiver[Symbol.asyncDispose]())
  return Object.assign(new Stage(receiver, () => codehost), { it })
}

/** Starts a further stage, beside that of the file. */
export async function startStage(more: SeededRepo = {}, beside: Partial<Section> = {}) {
  const receiver = await receiveWebhooks()
  const codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    now: NOW,
    seed: seedOf(receiver, more, beside),
  })
  return Object.assign(new Stage(receiver, () => codehost), {
    async [Symbol.asyncDispose]() {
      await codehost.close()
      await receiver[Symbol.asyncDispose]()
    },
  })
}

const NOW = '2026-01-01T00:00:00Z'

type SeededRepo = Partial<NonNullable<Section['repos']>[number]>

function seedOf(receiver: Receiver, more: SeededRepo, beside: Partial<Section>) {
  const events = ['workflow_run', 'workflow_job', 'workflow_dispatch', 'check_run', 'check_suite']
  return {
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
          collaborators: [{ login: 'hubber', permission: 'push' as const }],
          webhooks: [{ url: receiver.url, events }],
          ...more,
        },
        { owner: 'octocat', name: 'empty' },
        { owner: 'octocat', name: 'hidden', private: true, auto_init: true },
      ],
      ...beside,
    },
  }
}
