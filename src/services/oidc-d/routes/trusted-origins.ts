import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { invalidSearch } from '#oidc-d/errors.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { trustedOriginJson } from '#oidc-d/json/trusted-origin.ts'
import { filteredList, listById } from '#oidc-d/rules/lists/pages.ts'
import { createTrustedOrigin, updateTrustedOrigin, type TrustedOriginFields } from '#oidc-d/rules/trusted-origins.ts'
import { ORIGIN_SCOPES, type TrustedOrigin } from '#oidc-d/schema.ts'
import { loadTrustedOrigin } from '#oidc-d/steps/org.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.trustedOrigins.read')
const manage = requireScope('okta.trustedOrigins.manage')

const ORIGINS = '/api/v1/trustedOrigins'
const ORIGIN = `${ORIGINS}/:trustedOriginId` as const

const OriginInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(255)),
  origin: v.pipe(v.string(), v.url('Invalid origin'), v.maxLength(255)),
  scopes: v.pipe(
    v.array(v.looseObject({ type: v.picklist(ORIGIN_SCOPES) })),
    v.minLength(1, 'The field cannot be left blank'),
  ),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE'])),
})

/**
 * Trusted origins.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/TrustedOrigin/
 */
export const trustedOriginsRoutes = [
  get('listTrustedOrigins', ORIGINS, read, (call) =>
    answerPage(call, originsOf(call), { byDefault: 20, most: 200 }, (each) => trustedOriginJson(call, each)),
  ),
  post('createTrustedOrigin', ORIGINS, manage, body(OriginInput), (call) =>
    json(trustedOriginJson(call, createTrustedOrigin(call, originFields(call.body)))),
  ),
  get('getTrustedOrigin', ORIGIN, read, loadTrustedOrigin, (call) => json(trustedOriginJson(call, call.trustedOrigin))),
  put('replaceTrustedOrigin', ORIGIN, manage, loadTrustedOrigin, body(OriginInput), (call) =>
    json(trustedOriginJson(call, updateTrustedOrigin(call, call.trustedOrigin, originFields(call.body)))),
  ),
  del('deleteTrustedOrigin', ORIGIN, manage, loadTrustedOrigin, (call) => {
    call.rows.trustedOrigins.delete(call.trustedOrigin.id)
    return empty()
  }),
  post('activateTrustedOrigin', `${ORIGIN}/lifecycle/activate`, manage, loadTrustedOrigin, (call) =>
    json(trustedOriginJson(call, updateTrustedOrigin(call, call.trustedOrigin, { status: 'ACTIVE' }))),
  ),
  post('deactivateTrustedOrigin', `${ORIGIN}/lifecycle/deactivate`, manage, loadTrustedOrigin, (call) =>
    json(trustedOriginJson(call, updateTrustedOrigin(call, call.trustedOrigin, { status: 'INACTIVE' }))),
  ),
]

function originFields({ name, origin, scopes, status }: v.InferOutput<typeof OriginInput>): TrustedOriginFields {
  return { name, origin, scopes, ...defined({ status }) }
}

/** Returns the origins of a list: of a filter by an attribute or by a scope, or with a text in name or origin. */
function originsOf({ rows, query }: OidcCall) {
  const q = query.get('q')?.toLowerCase() ?? ''
  const filter = query.get('filter') ?? ''
  if (q === '' && filter === '') return listById(viewOfIndex(rows.trustedOrigins, 'all', []))
  const isWanted = filter === '' ? () => true : matcherOf(filter)
  return filteredList(
    rows.trustedOrigins.all(),
    (each) => isWanted(each) && `${each.name} ${each.origin}`.toLowerCase().includes(q),
    ({ id }) => id,
  )
}

/** @throws 400 for a filter with another attribute or operator. */
function matcherOf(filter: string): (row: TrustedOrigin) => boolean {
  const [, attribute, value] = /^(name|origin|status|type) eq "([^"]*)"$/.exec(filter.trim()) ?? []
  switch (attribute) {
    case 'name':
    case 'origin':
    case 'status':
      return (row) => row[attribute] === value
    case 'type':
      return ({ scopes }) => scopes.some(({ type }) => type === value)
    default:
      throw invalidSearch(`${filter} is no comparison of name, origin, status or type with eq`)
  }
}
