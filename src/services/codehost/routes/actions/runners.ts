import * as v from 'valibot'
import { HOUR } from '#core/duration.ts'
import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { runnerJson, runnerLabelsJson } from '#codehost/json/actions/runner.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { refuseOwnRunners } from '#codehost/rules/actions/policies.ts'
import {
  addRunner,
  findRunner,
  removeRunnerLabel,
  runnersOf,
  setRunnerLabels,
} from '#codehost/rules/actions/runners.ts'
import type { Target } from '#codehost/rules/repos/targets.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Runner } from '#codehost/schema/runners.ts'
import { requireOrganizationOwner, requirePermission } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { runnerGroupsRoutes } from './runner-groups.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const ofRepo = '/repos/:owner/:repo/actions/runners'
const ofOrg = '/orgs/:org/actions/runners'
const oneOfRepo = `${ofRepo}/:runner_id` as const
const oneOfOrg = `${ofOrg}/:runner_id` as const

const requireAdmin = requirePermission('admin', 'repo')
const requireOwner = requireOrganizationOwner('admin:org')
const requireLabels = requireBody(v.object({ labels: v.array(v.string()) }))
const requireJitConfig = requireBody(
  v.object({
    name: v.string(),
    runner_group_id: v.pipe(v.number(), v.integer()),
    labels: v.pipe(v.array(v.string()), v.minLength(1)),
    work_folder: v.optional(v.string(), '_work'),
  }),
)

/** Self-hosted runners of repositories. */
const repositoryRunners = [
  get('actions/list-self-hosted-runners-for-repo', ofRepo, requireAdmin, listRunners),
  get('actions/list-runner-applications-for-repo', `${ofRepo}/downloads`, requireAdmin, () => json(APPLICATIONS)),
  post(
    'actions/generate-runner-jitconfig-for-repo',
    `${ofRepo}/generate-jitconfig`,
    requireAdmin,
    requireJitConfig,
    jitConfig,
  ),
  post('actions/create-registration-token-for-repo', `${ofRepo}/registration-token`, requireAdmin, (call) => {
    refuseOwnRunners(call.rows, call.repo)
    return token(call)
  }),
  post('actions/create-remove-token-for-repo', `${ofRepo}/remove-token`, requireAdmin, token),
  get('actions/get-self-hosted-runner-for-repo', oneOfRepo, requireAdmin, getRunner),
  del('actions/delete-self-hosted-runner-from-repo', oneOfRepo, requireAdmin, deleteRunner),
  get('actions/list-labels-for-self-hosted-runner-for-repo', `${oneOfRepo}/labels`, requireAdmin, listLabels),
  post(
    'actions/add-custom-labels-to-self-hosted-runner-for-repo',
    `${oneOfRepo}/labels`,
    requireAdmin,
    requireLabels,
    addLabels,
  ),
  put(
    'actions/set-custom-labels-for-self-hosted-runner-for-repo',
    `${oneOfRepo}/labels`,
    requireAdmin,
    requireLabels,
    setLabels,
  ),
  del(
    'actions/remove-all-custom-labels-from-self-hosted-runner-for-repo',
    `${oneOfRepo}/labels`,
    requireAdmin,
    clearLabels,
  ),
  del(
    'actions/remove-custom-label-from-self-hosted-runner-for-repo',
    `${oneOfRepo}/labels/:name`,
    requireAdmin,
    removeLabel,
  ),
]

/** Self-hosted runners of organizations. */
const organizationRunners = [
  get('actions/list-self-hosted-runners-for-org', ofOrg, requireOwner, listRunners),
  get('actions/list-runner-applications-for-org', `${ofOrg}/downloads`, requireOwner, () => json(APPLICATIONS)),
  post(
    'actions/generate-runner-jitconfig-for-org',
    `${ofOrg}/generate-jitconfig`,
    requireOwner,
    requireJitConfig,
    jitConfig,
  ),
  post('actions/create-registration-token-for-org', `${ofOrg}/registration-token`, requireOwner, token),
  post('actions/create-remove-token-for-org', `${ofOrg}/remove-token`, requireOwner, token),
  get('actions/get-self-hosted-runner-for-org', oneOfOrg, requireOwner, getRunner),
  del('actions/delete-self-hosted-runner-from-org', oneOfOrg, requireOwner, deleteRunner),
  get('actions/list-labels-for-self-hosted-runner-for-org', `${oneOfOrg}/labels`, requireOwner, listLabels),
  post(
    'actions/add-custom-labels-to-self-hosted-runner-for-org',
    `${oneOfOrg}/labels`,
    requireOwner,
    requireLabels,
    addLabels,
  ),
  put(
    'actions/set-custom-labels-for-self-hosted-runner-for-org',
    `${oneOfOrg}/labels`,
    requireOwner,
    requireLabels,
    setLabels,
  ),
  del(
    'actions/remove-all-custom-labels-from-self-hosted-runner-for-org',
    `${oneOfOrg}/labels`,
    requireOwner,
    clearLabels,
  ),
  del(
    'actions/remove-custom-label-from-self-hosted-runner-for-org',
    `${oneOfOrg}/labels/:name`,
    requireOwner,
    removeLabel,
  ),
]

/** Self-hosted runners and their groups. https://docs.github.com/rest/actions/self-hosted-runners */
export const runnersRoutes = [...repositoryRunners, ...organizationRunners, ...runnerGroupsRoutes]

/** A call after the step that loads the repository or the organization. */
type RunnerCall = CodehostCall & Partial<Pick<NonNullableTarget, 'repo' | 'org'>>
type OneRunnerCall = RunnerCall & { readonly params: { readonly runner_id: string } }
type LabelsCall = OneRunnerCall & { readonly body: { readonly labels: readonly string[] } }

interface NonNullableTarget {
  readonly repo: NonNullable<Target['repo']>
  readonly org: NonNullable<Target['org']>
}

function targetOf({ repo, org }: RunnerCall): Target {
  if (repo !== undefined) return { repo, org: null }
  if (org !== undefined) return { repo: null, org }
  throw new Error('the route has no step that loads a repository or an organization')
}

function listRunners(call: RunnerCall): Answer {
  const name = call.query.get('name')
  const found = runnersOf(call.rows, targetOf(call)).filter((runner) => name === null || runner.name === name)
  return answerNamedPage(call, 'runners', found, (runner) => runnerJson(call.rows, runner))
}

function jitConfig(
  call: RunnerCall & {
    readonly body: { readonly name: string; readonly runner_group_id: number; readonly labels: readonly string[] }
  },
): Answer {
  const { name, runner_group_id: group, labels } = call.body
  const runner = addRunner(call, targetOf(call), { name, group, labels })
  const settings = { agentId: runner.id, agentName: runner.name, serverUrl: call.origin, ephemeral: true }
  // The files of the runner's program, each in base64, as the program reads them.
  const files = {
    '.runner': encoded(settings),
    '.credentials': encoded({ scheme: 'OAuth', token: call.ids.secret.base62(52) }),
  }
  return json({ runner: runnerJson(call.rows, runner), encoded_jit_config: encoded(files) }, 201)
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** Answers a token that the program of a runner registers or removes itself with. It is valid for an hour. */
function token({ ids, clock }: CodehostCall): Answer {
  const expires = new Date(clock.now() + HOUR).toISOString()
  return json({ token: ids.secret.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 29), expires_at: expires }, 201)
}

function runnerOf(call: OneRunnerCall): Runner {
  return findRunner(call.rows, targetOf(call), wholeNumber(call.params.runner_id))
}

function getRunner(call: OneRunnerCall): Answer {
  return json(runnerJson(call.rows, runnerOf(call)))
}

function deleteRunner(call: OneRunnerCall): Answer {
  call.rows.runners.delete(runnerOf(call).id)
  return empty()
}

function labelsAnswer(runner: Runner): Answer {
  const labels = runnerLabelsJson(runner)
  return json({ total_count: labels.length, labels })
}

function listLabels(call: OneRunnerCall): Answer {
  return labelsAnswer(runnerOf(call))
}

function addLabels(call: LabelsCall): Answer {
  const runner = runnerOf(call)
  return labelsAnswer(setRunnerLabels(call.rows, runner, [...runner.labels, ...call.body.labels]))
}

function setLabels(call: LabelsCall): Answer {
  return labelsAnswer(setRunnerLabels(call.rows, runnerOf(call), call.body.labels))
}

function clearLabels(call: OneRunnerCall): Answer {
  return labelsAnswer(setRunnerLabels(call.rows, runnerOf(call), []))
}

function removeLabel(call: OneRunnerCall & { readonly params: { readonly name: string } }): Answer {
  return labelsAnswer(removeRunnerLabel(call.rows, runnerOf(call), call.params.name))
}

const VERSION = '2.323.0'

/** The vendor's downloads of the program of runners. */
const APPLICATIONS = (
  [
    ['osx', 'x64', 'tar.gz'],
    ['osx', 'arm64', 'tar.gz'],
    ['linux', 'x64', 'tar.gz'],
    ['linux', 'arm', 'tar.gz'],
    ['linux', 'arm64', 'tar.gz'],
    ['win', 'x64', 'zip'],
    ['win', 'arm64', 'zip'],
  ] as const
).map(([os, architecture, extension]) => {
  const filename = `actions-runner-${os}-${architecture}-${VERSION}.${extension}`
  const download = `https://github.com/actions/runner/releases/download/v${VERSION}/${filename}`
  return { os, architecture, download_url: download, filename }
})
