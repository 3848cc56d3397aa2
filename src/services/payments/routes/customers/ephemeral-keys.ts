import { json } from '#core/answer.ts'
import { missingParameter } from '#payments/errors.ts'
import { newRecord, findRecord } from '#payments/rules/records.ts'
import { text } from '#payments/protocol/params.ts'
import { answer, del, post } from '../route.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { ephemeralKeyJson } from '#payments/json/customer-sessions.ts'
import { HOUR_SECONDS } from '#payments/rules/seconds.ts'

/** Ephemeral keys, which mobile applications get. */
export const ephemeralKeysRoutes = [
  post(
    'PostEphemeralKeys',
    '/v1/ephemeral_keys',
    { customer: text(), issuing_card: text(), nonce: text(), verification_session: text() },
    (call) => {
      const { customer } = call.input
      if (customer === undefined) throw missingParameter('customer')
      findLiveCustomer(call, call.account, customer, { param: 'customer' })
      const head = newRecord(call, call.account, 'ephkey_')
      const key = call.rows.ephemeralKeys.insert({
        secret: `ek_test_${call.ids.secret.base62(58)}`,
        expires: head.created + HOUR_SECONDS,
        customer,
        ...head,
      })
      return answer(call, ephemeralKeyJson(key))
    },
  ),
  del('DeleteEphemeralKeysKey', '/v1/ephemeral_keys/:key', {}, (call) => {
    const key = findRecord(call.rows.ephemeralKeys, call.account, 'ephemeral key', call.params.key, {
      param: 'key',
      inPath: true,
    })
    call.rows.ephemeralKeys.delete(key.id)
    return json(ephemeralKeyJson(key))
  }),
]
