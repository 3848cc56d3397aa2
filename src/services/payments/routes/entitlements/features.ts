import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { featureJson } from '#payments/json/entitlements.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { boolean, metadata, required, text } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { Feature } from '#payments/schema/entitlements.ts'

const one = '/v1/entitlements/features/:id'

const byPath = { param: 'id', inPath: true }

/** Features. https://docs.stripe.com/api/entitlements/feature */
export const featuresRoutes = [
  post(
    'PostEntitlementsFeatures',
    '/v1/entitlements/features',
    { lookup_key: required(text({ max: 80 })), metadata: metadata(), name: required(text({ max: 80 })) },
    (call) => {
      const { rows, account, input } = call
      const { lookup_key: lookupKey, name } = input
      if (rows.features.list('lookupKey', account, lookupKey).some(({ active }) => active)) {
        throw invalidParameter('lookup_key', `A feature with the lookup key \`${lookupKey}\` already exists.`)
      }
      const created = rows.features.insert({
        active: true,
        lookupKey,
        metadata: mergeMetadata({}, input.metadata),
        name,
        ...newRecord(call, account, 'feat_'),
      })
      return answer(call, featureJson(created))
    },
  ),
  get(
    'GetEntitlementsFeatures',
    '/v1/entitlements/features',
    { ...LIST_PARAMS, archived: boolean(), lookup_key: text() },
    (call) => {
      const { archived, lookup_key: lookupKey } = call.input
      const where = (each: Feature): boolean =>
        (archived === undefined || each.active !== archived) &&
        (lookupKey === undefined || each.lookupKey === lookupKey)
      return answerPage(call, newestFirst(call.rows.features, 'all', [call.account], where), 'feature', featureJson)
    },
  ),
  get('GetEntitlementsFeaturesId', one, {}, (call) =>
    answer(call, featureJson(findRecord(call.rows.features, call.account, 'feature', call.params.id, byPath))),
  ),
  post(
    'PostEntitlementsFeaturesId',
    one,
    { active: boolean(), metadata: metadata(), name: text({ max: 80 }) },
    (call) => {
      const { rows, account, input } = call
      const before = findRecord(rows.features, account, 'feature', call.params.id, byPath)
      if (!before.active) throw invalidRequest('Archived features cannot be updated.')
      const after = rows.features.update(before.id, {
        active: input.active ?? true,
        metadata: mergeMetadata(before.metadata, input.metadata),
        name: input.name ?? before.name,
      })
      return answer(call, featureJson(after))
    },
  ),
]
