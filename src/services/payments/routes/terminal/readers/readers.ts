import { json } from '#core/answer.ts'
import { readerJson } from '#payments/json/terminal.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { metadata, oneOf, required, text, unsettable } from '#payments/protocol/params.ts'
import { addReader } from '#payments/rules/terminal/readers.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import { findLocation } from '../locations.ts'
import { findReader } from './find-reader.ts'
import type { Reader } from '#payments/schema/terminal.ts'

const one = '/v1/terminal/readers/:reader'

/** Readers of cards, all of them simulated. https://docs.stripe.com/api/terminal/readers */
export const readersRoutes = [
  post(
    'PostTerminalReaders',
    '/v1/terminal/readers',
    { label: text(), location: text(), metadata: metadata(), registration_code: required(text()) },
    (call) => {
      const { label, location = null, registration_code: code } = call.input
      if (location !== null) findLocation(call, location, { param: 'location' })
      const fields = { code, label, location, metadata: mergeMetadata({}, call.input.metadata) }
      return answer(call, readerJson(call, addReader(call, call.account, fields)))
    },
  ),
  get(
    'GetTerminalReaders',
    '/v1/terminal/readers',
    {
      ...LIST_PARAMS,
      device_type: text(),
      location: text(),
      serial_number: text(),
      status: oneOf('offline', 'online'),
    },
    (call) => {
      const { rows, account, input } = call
      const { device_type: type, location, serial_number: serial, status } = input
      const isFiltered = type !== undefined || serial !== undefined || status !== undefined
      const where = (each: Reader): boolean =>
        status !== 'offline' &&
        (type === undefined || each.deviceType === type) &&
        (serial === undefined || each.serialNumber === serial)
      const filter = isFiltered ? where : undefined
      const found =
        location === undefined
          ? newestFirst(rows.readers, 'all', [account], filter)
          : newestFirst(rows.readers, 'location', [account, location], filter)
      return answerPage(call, found, 'terminal reader', (each) => readerJson(call, each))
    },
  ),
  get('GetTerminalReadersReader', one, {}, (call) =>
    answer(call, readerJson(call, findReader(call, call.params.reader))),
  ),
  post('PostTerminalReadersReader', one, { label: unsettable(text()), metadata: metadata() }, (call) => {
    const { rows, input, params } = call
    const before = findReader(call, params.reader)
    const label = input.label === undefined ? before.label : (input.label ?? before.serialNumber)
    const after = rows.readers.update(before.id, { label, metadata: mergeMetadata(before.metadata, input.metadata) })
    return answer(call, readerJson(call, after))
  }),
  del('DeleteTerminalReadersReader', one, {}, (call) => {
    const { id, deviceType, serialNumber } = findReader(call, call.params.reader)
    call.rows.readers.delete(id)
    return json({ id, object: 'terminal.reader', deleted: true, device_type: deviceType, serial_number: serialNumber })
  }),
]
