import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { domainAlreadyExists, invalidRegion, validationError } from '#mail/errors.ts'
import { createdDomainJson, domainJson, listedDomainJson } from '#mail/json/domain.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { addDomain } from '#mail/rules/account/new-domain.ts'
import { changeDomain, startVerification } from '#mail/rules/account/verification.ts'
import type { Region } from '#mail/schema/domains.ts'
import { loadDomain } from '#mail/steps/domains.ts'
import { answerWholeList } from '#mail/json/page.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<MailCall>()

const REGIONS: readonly string[] = ['us-east-1', 'eu-west-1', 'sa-east-1', 'ap-northeast-1'] satisfies Region[]

const ability = v.optional(v.picklist(['enabled', 'disabled']))
const capabilities = v.optional(v.object({ sending: ability, receiving: ability }))
const tls = v.picklist(['opportunistic', 'enforced'])
const label = v.pipe(v.string(), v.regex(/^[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/))

const DomainInput = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u, 'The domain name is invalid.'),
  ),
  region: v.optional(v.string(), 'us-east-1'),
  custom_return_path: v.optional(label, 'send'),
  open_tracking: v.optional(v.boolean(), false),
  click_tracking: v.optional(v.boolean(), false),
  tracking_subdomain: v.optional(label),
  tls: v.optional(tls, 'opportunistic'),
  capabilities,
})

const DomainChanges = v.object({
  open_tracking: v.optional(v.boolean()),
  click_tracking: v.optional(v.boolean()),
  tracking_subdomain: v.optional(label),
  tls: v.optional(tls),
  capabilities,
})

/** The account's domains. https://resend.com/docs/api-reference/domains/create-domain */
export const domainsRoutes = [
  post('domains/create', '/domains', body(DomainInput), (call) => {
    const { rows, body } = call
    const { region } = body
    if (!isRegion(region)) throw invalidRegion()
    if (rows.domains.find('name', body.name) !== undefined) throw domainAlreadyExists(body.name)
    const { sending = 'enabled', receiving = 'disabled' } = body.capabilities ?? {}
    requireCapability(sending, receiving)
    const domain = addDomain(call, {
      name: body.name,
      status: 'not_started',
      region,
      returnPath: body.custom_return_path,
      openTracking: body.open_tracking,
      clickTracking: body.click_tracking,
      trackingSubdomain: body.tracking_subdomain ?? null,
      tls: body.tls,
      sending,
      receiving,
    })
    call.emit({ event: 'domain.created', domain })
    return json(createdDomainJson(domain), 201)
  }),
  get('domains/list', '/domains', (call) => answerWholeList(call, newestFirst(call.rows.domains), listedDomainJson)),
  get('domains/get', '/domains/:domain_id', loadDomain, ({ domain }) => json(domainJson(domain))),
  patch('domains/update', '/domains/:domain_id', loadDomain, body(DomainChanges), (call) => {
    const { domain, body } = call
    const { sending = domain.sending, receiving = domain.receiving } = body.capabilities ?? {}
    requireCapability(sending, receiving)
    const changes = defined({
      openTracking: body.open_tracking,
      clickTracking: body.click_tracking,
      trackingSubdomain: body.tracking_subdomain,
      tls: body.tls,
      sending,
      receiving,
    })
    return json({ object: 'domain', id: changeDomain(call, domain, changes).uuid })
  }),
  del('domains/remove', '/domains/:domain_id', loadDomain, (call) => {
    const { rows, domain } = call
    rows.domains.delete(domain.id)
    call.emit({ event: 'domain.deleted', domain })
    return json({ object: 'domain', id: domain.uuid, deleted: true })
  }),
  post('domains/verify', '/domains/:domain_id/verify', loadDomain, (call) => {
    startVerification(call, call.domain)
    return json({ object: 'domain', id: call.domain.uuid })
  }),
]

/** @throws 422 when a domain could neither send nor receive. */
function requireCapability(...capabilities: readonly ('enabled' | 'disabled')[]): void {
  if (capabilities.includes('enabled')) return
  throw validationError('Invalid `capabilities` field. At least one capability must be enabled.')
}

function isRegion(text: string): text is Region {
  return REGIONS.includes(text)
}
