import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { type Account, type AccountAccess, ownedBy } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { failure } from '#deployhost/errors.ts'
import { certificateJson, listedCertificateJson } from '#deployhost/json/dns.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { checkDomainName, isProven } from '#deployhost/rules/domains.ts'
import type { Certificate } from '#deployhost/schema/dns.ts'
import { atPaths } from '../versions.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import { nextSortKey } from '#deployhost/rules/sort-keys.ts'
import { answerPage } from '#deployhost/json/page.ts'
import { DAY } from '#core/duration.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

/** The lifetime of a certificate, in milliseconds. */
const LIFETIME = 90 * DAY

const cns = v.pipe(v.array(v.string()), v.minLength(1, 'should NOT have fewer than 1 items'))
const CertificateInput = v.object({ cns })
const OlderCertificateInput = v.object({ domains: cns })
const OrderInput = v.object({ op: v.literal('finalizeOrder'), domains: cns })

/** TLS certificates. https://vercel.com/docs/rest-api/reference/endpoints/certs */
export const certificatesRoutes = [
  ...atPaths(['/v8/certs', '/v5/certs', '/v4/certs'], (path) =>
    get('getCerts', path, loadAccount, (call) => {
      const domain = call.query.get('domain')
      if (domain !== null) {
        const all = call.rows.certificates.list('byAccount', call.account.id)
        return json({ certs: all.filter((each) => each.cns.includes(domain)).map(listedCertificateJson) })
      }
      const list = viewOfIndex(call.rows.certificates, 'byAccount', [call.account.id])
      return answerPage('certs', pageOf(pageQuery(call), list), listedCertificateJson)
    }),
  ),
  ...atPaths(['/v8/certs/:id', '/v7/certs/:id', '/v6/certs/:id'], (path) =>
    get('getCertById', path, loadAccount, (call) =>
      json(listedCertificateJson(findCertificate(call, call.account, call.params.id))),
    ),
  ),
  ...atPaths(['/v8/certs', '/v7/certs'], (path) =>
    post('issueCert', path, requireAccountWrite('repo'), body(CertificateInput), (call) =>
      json(certificateJson(issue(call, call.body.cns))),
    ),
  ),
  post('issueCert', '/v3/certs', requireAccountWrite('repo'), body(OlderCertificateInput), (call) =>
    json(listedCertificateJson(issue(call, call.body.domains))),
  ),
  // The vendor's command line finishes an order with it, and begins one with POST.
  patch('issueCert', '/v3/certs', requireAccountWrite('repo'), body(OrderInput), (call) =>
    json(listedCertificateJson(issue(call, call.body.domains))),
  ),
  ...atPaths(['/v8/certs/:id', '/v7/certs/:id', '/v6/certs/:id', '/v5/certs/:id'], (path) =>
    del('removeCert', path, requireAccountWrite('repo'), (call) => {
      call.rows.certificates.delete(findCertificate(call, call.account, call.params.id).id)
      return json({})
    }),
  ),
]

/**
 * Issues a certificate for names of the account's domains.
 *
 * @throws 403 for names of other domains.
 */
function issue(call: DeployhostCall & AccountAccess, names: readonly string[]): Certificate {
  const { rows, ids, clock, account } = call
  const cns = names.map(checkDomainName)
  const foreign = cns.find((name) => !isProven(rows, account.id, name.replace(/^\*\./, '')))
  if (foreign !== undefined) {
    throw failure(403, 'forbidden', `You don't have permission to use the domain "${foreign}".`, { domain: foreign })
  }
  const now = Math.floor(clock.now())
  return rows.certificates.insert({
    id: `cert_${ids.base62(24)}`,
    sortKey: nextSortKey(rows.certificates, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    cns,
    createdAt: now,
    expiresAt: now + LIFETIME,
  })
}

/**
 * Returns the account's certificate with this id.
 *
 * @throws 404.
 */
function findCertificate({ rows }: DeployhostCall, account: Account, id: string): Certificate {
  const certificate = ownedBy(account, rows.certificates.get(id))
  if (certificate === undefined) throw failure(404, 'cert_not_found', 'The certificate was not found.')
  return certificate
}
