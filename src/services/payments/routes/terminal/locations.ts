import { json } from '#core/answer.ts'
import { terminalLocationJson } from '#payments/json/terminal.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { hash, metadata, required, text, unsettable, unsupported } from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { findRecord, newRecord, type IdSource } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findConfiguration } from './configurations.ts'
import type { SignedCall } from '#payments/call.ts'
import type { TerminalLocation } from '#payments/schema/terminal.ts'

const one = '/v1/terminal/locations/:location'

const JAPANESE = {
  address_kana: unsupported(),
  address_kanji: unsupported(),
  display_name_kana: unsupported(),
  display_name_kanji: unsupported(),
}

/** Places in which readers are used. https://docs.stripe.com/api/terminal/locations */
export const terminalLocationsRoutes = [
  post(
    'PostTerminalLocations',
    '/v1/terminal/locations',
    {
      address: required(hash({ ...ADDRESS, country: required(text()) })),
      configuration_overrides: text(),
      display_name: required(text({ max: 1000 })),
      metadata: metadata(),
      phone: text(),
      ...JAPANESE,
    },
    (call) => {
      const { rows, account, input } = call
      const { configuration_overrides: configuration = null } = input
      if (configuration !== null) findConfiguration(call, configuration, { param: 'configuration_overrides' })
      const location = rows.terminalLocations.insert({
        address: addressOf(input.address),
        configuration,
        displayName: input.display_name,
        metadata: mergeMetadata({}, input.metadata),
        phone: input.phone ?? null,
        ...newRecord(call, account, 'tml_'),
      })
      return answer(call, terminalLocationJson(location))
    },
  ),
  get('GetTerminalLocations', '/v1/terminal/locations', LIST_PARAMS, (call) =>
    answerPage(
      call,
      newestFirst(call.rows.terminalLocations, 'all', [call.account]),
      'terminal location',
      terminalLocationJson,
    ),
  ),
  get('GetTerminalLocationsLocation', one, {}, (call) =>
    answer(call, terminalLocationJson(findLocation(call, call.params.location))),
  ),
  post(
    'PostTerminalLocationsLocation',
    one,
    {
      address: hash(ADDRESS),
      configuration_overrides: unsettable(text()),
      display_name: text({ max: 1000 }),
      metadata: metadata(),
      phone: unsettable(text()),
      ...JAPANESE,
    },
    (call) => {
      const { rows, input, params } = call
      const before = findLocation(call, params.location)
      const { configuration_overrides: configuration = before.configuration, phone = before.phone } = input
      if (configuration !== null) findConfiguration(call, configuration, { param: 'configuration_overrides' })
      const after = rows.terminalLocations.update(before.id, {
        address: addressOf({ ...before.address, ...input.address }),
        configuration,
        displayName: input.display_name ?? before.displayName,
        metadata: mergeMetadata(before.metadata, input.metadata),
        phone,
      })
      return answer(call, terminalLocationJson(after))
    },
  ),
  del('DeleteTerminalLocationsLocation', one, {}, (call) => {
    const { rows, account, params } = call
    const { id } = findLocation(call, params.location)
    for (const reader of rows.readers.list('location', account, id)) rows.readers.update(reader.id, { location: null })
    rows.terminalLocations.delete(id)
    return json({ id, object: 'terminal.location', deleted: true })
  }),
]

/** Returns the account's location that the path or a parameter names. */
export function findLocation(
  { rows, account }: SignedCall & { readonly account: string },
  id: string,
  source: IdSource = { param: 'location', inPath: true },
): TerminalLocation {
  return findRecord(rows.terminalLocations, account, 'terminal location', id, source)
}
