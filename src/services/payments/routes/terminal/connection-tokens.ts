import { json } from '#core/answer.ts'
import { text } from '#payments/protocol/params.ts'
import { post } from '../route.ts'
import { findLocation } from './locations.ts'

/** Secrets by which the SDKs of devices connect to readers. https://docs.stripe.com/api/terminal/connection_tokens */
export const connectionTokensRoutes = [
  post('PostTerminalConnectionTokens', '/v1/terminal/connection_tokens', { location: text() }, (call) => {
    const { location } = call.input
    if (location !== undefined) findLocation(call, location, { param: 'location' })
    const secret = `pst_test_${call.ids.secret.base62(43)}`
    return json({ object: 'terminal.connection_token', ...(location === undefined ? {} : { location }), secret })
  }),
]
