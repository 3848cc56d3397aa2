import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { checkDomainName } from '#deployhost/rules/domains.ts'
import { requireUser } from '#deployhost/steps/accounts.ts'

const { get } = routesFor<DeployhostCall>()

/** The price of every domain, in dollars a year: nothing can be bought. */
const PRICE = 20

/**
 * The registrar, as far as the vendor's command line asks it.
 * https://vercel.com/docs/rest-api/reference/endpoints/domains-registrar
 */
export const registrarRoutes = [
  get('getDomainPrice', '/v1/registrar/domains/:domain/price', requireUser(), ({ params }) => {
    checkDomainName(params.domain)
    return json({ years: 1, purchasePrice: PRICE, renewalPrice: PRICE, transferPrice: PRICE })
  }),
  get('getDomainAvailability', '/v1/registrar/domains/:domain/availability', requireUser(), ({ rows, params }) =>
    json({ available: rows.domains.find('name', checkDomainName(params.domain)) === undefined }),
  ),
]
