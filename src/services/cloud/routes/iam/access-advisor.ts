import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { noSuchEntity } from '#cloud/errors/iam.ts'
import { memberList, queryAnswer } from '#cloud/protocols/query.ts'
import { members, type XmlMembers } from '#cloud/protocols/xml.ts'
import {
  findSubject,
  grantedServices,
  grantsService,
  heldPolicies,
  SERVICE_NAMES,
  usersAndRoles,
  usesOf,
  type HeldPolicy,
  type Holder,
  type Subject,
} from '#cloud/rules/iam/access-advisor.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { paging, pageOf, sortedListing } from '#cloud/rules/iam/page.ts'
import { arn, patterned, text, word } from '#cloud/rules/iam/parameters.ts'
import type { AccessJob } from '#cloud/schema/iam-keys.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { timestamp } from '#cloud/xml/iam.ts'

const { post } = routesFor<CloudCall>()

const Arn = arn
const JobId = patterned(36, 36, /^[\w-]+$/)
const namespace = patterned(1, 64, /^[\w-]*$/)

/**
 * The access advisor: the services that an entity may use, with their last use. A job is complete when it is answered.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_GenerateServiceLastAccessedDetails.html
 */
export const accessAdvisorRoutes = [
  post(
    'iam:GenerateServiceLastAccessedDetails',
    '/',
    iamInput({ Arn, Granularity: v.optional(word('SERVICE_LEVEL', 'ACTION_LEVEL'), 'SERVICE_LEVEL') }),
    (call) => {
      const { rows, input, clock, ids } = call
      findSubject(call, input.Arn)
      const job = rows.accessJobs.insert({
        id: ids.uuid(),
        account: accountOf(call),
        arn: input.Arn,
        granularity: input.Granularity,
        createdAt: clock.now(),
      })
      return queryAnswer(call, { JobId: job.id })
    },
  ),
  post('iam:GetServiceLastAccessedDetails', '/', iamInput({ JobId, ...paging }), (call) => {
    const { job, subject } = findJob(call, call.input.JobId)
    const services = sortedListing(grantedServices(call, subject), (service) => service)
    const page = pageOf(services, call.input)
    return queryAnswer(call, {
      JobStatus: 'COMPLETED',
      JobType: job.granularity,
      JobCreationDate: timestamp(job.createdAt),
      ServicesLastAccessed: members(page.rows.map((service) => serviceXml(call, subject, service))),
      JobCompletionDate: timestamp(job.createdAt),
      ...page.paging,
    })
  }),
  post(
    'iam:GetServiceLastAccessedDetailsWithEntities',
    '/',
    iamInput({ JobId, ServiceNamespace: namespace, ...paging }),
    (call) => {
      const { job, subject } = findJob(call, call.input.JobId)
      const uses = new Map(usesOf(call, subject, call.input.ServiceNamespace).map((use) => [use.holder.arn, use.at]))
      const entities = sortedListing(usersAndRoles(call, subject), (holder) => holder.arn)
      const page = pageOf(entities, call.input)
      return queryAnswer(call, {
        JobStatus: 'COMPLETED',
        JobCreationDate: timestamp(job.createdAt),
        JobCompletionDate: timestamp(job.createdAt),
        EntityDetailsList: members(page.rows.map((holder) => entityXml(holder, uses.get(holder.arn)))),
        ...page.paging,
      })
    },
  ),
  post(
    'iam:ListPoliciesGrantingServiceAccess',
    '/',
    iamInput({ Arn, ServiceNamespaces: memberList(namespace), Marker: v.optional(text(1, 320)) }),
    (call) => {
      const { input } = call
      const subject = findSubject(call, input.Arn)
      const held = subject.kind === 'holder' ? heldPolicies(call, subject.holder) : []
      const granting = input.ServiceNamespaces.map((service) => ({
        ServiceNamespace: service,
        Policies: members(held.filter(({ policy }) => grantsService(policy, service)).map(grantingXml)),
      }))
      return queryAnswer(call, { PoliciesGrantingServiceAccess: members(granting), IsTruncated: false })
    },
  ),
]

/** @throws `NoSuchEntity` for an unknown job, and when its entity was deleted. */
function findJob(call: CloudCall, id: string): { readonly job: AccessJob; readonly subject: Subject } {
  const job = call.rows.accessJobs.get(id)
  if (job?.account !== accountOf(call)) throw noSuchEntity(`Job with id ${id} cannot be found.`)
  return { job, subject: findSubject(call, job.arn) }
}

function serviceXml(call: CloudCall, subject: Subject, service: string): XmlMembers {
  const uses = usesOf(call, subject, service)
  const [last] = uses
  return {
    ServiceName: SERVICE_NAMES[service],
    LastAuthenticated: last === undefined ? undefined : timestamp(last.at),
    ServiceNamespace: service,
    LastAuthenticatedEntity: last?.holder.arn,
    LastAuthenticatedRegion: last?.region,
    TotalAuthenticatedEntities: uses.length,
  }
}

function entityXml({ arn: own, name, kind, uniqueId, path }: Holder, at: number | undefined): XmlMembers {
  return {
    EntityInfo: { Arn: own, Name: name, Type: kind.toUpperCase(), Id: uniqueId, Path: path },
    LastAuthenticated: at === undefined ? undefined : timestamp(at),
  }
}

function grantingXml({ name, arn: own, holder }: HeldPolicy): XmlMembers {
  if (own !== null) return { PolicyName: name, PolicyType: 'MANAGED', PolicyArn: own }
  return { PolicyName: name, PolicyType: 'INLINE', EntityType: holder.kind.toUpperCase(), EntityName: holder.name }
}
