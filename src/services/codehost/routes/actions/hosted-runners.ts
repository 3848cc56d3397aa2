import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { hostedImageJson, hostedRunnerJson, machineJson } from '#codehost/json/actions/hosted-runner.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import {
  addHostedRunner,
  changeHostedRunner,
  findHostedRunner,
  HOSTED_IMAGES,
  MACHINES,
  MOST_PUBLIC_IPS,
  PARTNER_IMAGES,
  publicIpsOf,
} from '#codehost/rules/actions/hosted-runners.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { requireOrganizationOwner } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/actions/hosted-runners'
const one = `${all}/:hosted_runner_id` as const
const custom = `${all}/images/custom` as const
const oneCustom = `${custom}/:image_definition_id` as const
const version = `${oneCustom}/versions/:version` as const

const requireOwner = requireOrganizationOwner('manage_runners:org', 'admin:org')
const source = v.picklist(['github', 'partner', 'custom'])
const count = v.pipe(v.number(), v.integer())
const RunnerInput = v.object({
  name: v.string(),
  image: v.object({
    id: v.optional(v.string(), ''),
    source: v.optional(source, 'github'),
    version: v.optional(v.nullable(v.string()), null),
  }),
  size: v.string(),
  runner_group_id: count,
  maximum_runners: v.optional(count, 10),
  enable_static_ip: v.optional(v.boolean(), false),
  image_gen: v.optional(v.boolean(), false),
})
const RunnerChanges = v.object({
  name: v.optional(v.string()),
  runner_group_id: v.optional(count),
  maximum_runners: v.optional(count),
  enable_static_ip: v.optional(v.boolean()),
  size: v.optional(v.string()),
  image_source: v.optional(source),
  image_id: v.optional(v.string()),
  image_version: v.optional(v.nullable(v.string())),
  image_gen: v.optional(v.boolean()),
})

/** The images of the runners that users made. A run would make one, and here no run does. */
const customImages = [
  get('actions/list-custom-images-for-org', custom, requireOwner, () => json({ total_count: 0, images: [] })),
  get('actions/get-custom-image-for-org', oneCustom, requireOwner, refuseImage),
  del('actions/delete-custom-image-from-org', oneCustom, requireOwner, refuseImage),
  get('actions/list-custom-image-versions-for-org', `${oneCustom}/versions`, requireOwner, refuseImage),
  get('actions/get-custom-image-version-for-org', version, requireOwner, refuseImage),
  del('actions/delete-custom-image-version-from-org', version, requireOwner, refuseImage),
]

/** Runners that the vendor hosts. https://docs.github.com/rest/actions/hosted-runners */
export const hostedRunnersRoutes = [
  get('actions/list-hosted-runners-for-org', all, requireOwner, (call) =>
    answerNamedPage(call, 'runners', viewOfReference(call.rows.hostedRunners, 'orgId', call.org.id), (runner) =>
      hostedRunnerJson(call.rows, runner),
    ),
  ),
  post('actions/create-hosted-runner-for-org', all, requireOwner, requireBody(RunnerInput), ({ rows, org, body }) => {
    const runner = addHostedRunner(rows, org, body.runner_group_id, {
      name: body.name,
      image: body.image,
      size: body.size,
      maximumRunners: body.maximum_runners,
      hasPublicIp: body.enable_static_ip,
      makesImages: body.image_gen,
    })
    return json(hostedRunnerJson(rows, runner), 201)
  }),
  ...customImages,
  get('actions/get-hosted-runners-github-owned-images-for-org', `${all}/images/github-owned`, requireOwner, () =>
    json({ total_count: HOSTED_IMAGES.length, images: HOSTED_IMAGES.map((each) => hostedImageJson(each, 'github')) }),
  ),
  get('actions/get-hosted-runners-partner-images-for-org', `${all}/images/partner`, requireOwner, () =>
    json({
      total_count: PARTNER_IMAGES.length,
      images: PARTNER_IMAGES.map((each) => hostedImageJson(each, 'partner')),
    }),
  ),
  get('actions/get-hosted-runners-limits-for-org', `${all}/limits`, requireOwner, ({ rows, org }) =>
    json({ public_ips: { maximum: MOST_PUBLIC_IPS, current_usage: publicIpsOf(rows, org) } }),
  ),
  get('actions/get-hosted-runners-machine-specs-for-org', `${all}/machine-sizes`, requireOwner, () =>
    json({ total_count: MACHINES.length, machine_specs: MACHINES.map(machineJson) }),
  ),
  get('actions/get-hosted-runners-platforms-for-org', `${all}/platforms`, requireOwner, () => {
    const platforms = [...new Set([...HOSTED_IMAGES, ...PARTNER_IMAGES].map(({ platform }) => platform))]
    return json({ total_count: platforms.length, platforms })
  }),
  get('actions/get-hosted-runner-for-org', one, requireOwner, (call) =>
    json(hostedRunnerJson(call.rows, runnerAt(call))),
  ),
  patch('actions/update-hosted-runner-for-org', one, requireOwner, requireBody(RunnerChanges), (call) => {
    const { rows, org, body } = call
    const runner = runnerAt(call)
    const image = {
      ...runner.image,
      ...defined({ id: body.image_id, source: body.image_source, version: body.image_version }),
    }
    const changes = defined({
      name: body.name,
      image,
      size: body.size,
      maximumRunners: body.maximum_runners,
      hasPublicIp: body.enable_static_ip,
      makesImages: body.image_gen,
    })
    return json(hostedRunnerJson(rows, changeHostedRunner(rows, org, runner, body.runner_group_id, changes)))
  }),
  del('actions/delete-hosted-runner-for-org', one, requireOwner, (call) => {
    const runner = runnerAt(call)
    const wire = hostedRunnerJson(call.rows, runner, 'Deleting')
    call.rows.hostedRunners.delete(runner.id)
    return json(wire, 202)
  }),
]

function runnerAt(
  call: CodehostCall & { readonly org: Account; readonly params: { readonly hosted_runner_id: string } },
) {
  return findHostedRunner(call.rows, call.org, wholeNumber(call.params.hosted_runner_id))
}

function refuseImage(): never {
  throw notFound()
}
