import type { Server } from 'node:net'
import { callbackify } from 'node:util'
import type { SMTPServerAuthentication, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { ServerCertificate } from '#core/http/certificates.ts'
import { Failure } from '#core/errors.ts'
import type { ListenerHost, ServiceListener } from '#core/http/listener.ts'
import type { SystemCollections } from '#core/service.ts'
import { principalOf } from '#mail/auth.ts'
import { requestOfMessage } from './message.ts'
import type { collections } from '#mail/schema.ts'
import type { Section } from '#mail/seed.ts'

/** The largest message, in bytes: an email may have 40 MB of attachments. */
const LARGEST_MESSAGE = 48 * 1024 * 1024

type Collections = typeof collections & SystemCollections

/**
 * The vendor's SMTP interface: user name `resend`, an API key as the password. A message becomes a request to send an
 * email, so that the same rules hold for it. https://resend.com/docs/send-with-smtp
 */
export const smtp: ServiceListener<Collections, Section> = {
  port: ({ smtp: port }) => port ?? null,
  createServer: createSmtpServer,
}

async function createSmtpServer(
  host: ListenerHost<Collections>,
  certificate: ServerCertificate | undefined,
): Promise<Server> {
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    name: 'smtp.resend.com',
    banner: 'backlot',
    logger: false,
    size: LARGEST_MESSAGE,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...(certificate === undefined
      ? { disabledCommands: ['STARTTLS'] }
      : { key: certificate.key, cert: certificate.cert }),
    onAuth(auth, _session, callback) {
      const error = authenticationError(host, auth)
      if (error === null) callback(null, { user: auth.password ?? '' })
      else callback(error)
    },
    onData(stream, session, callback) {
      callbackify(() => deliver(host, stream, session))(callback)
    },
  })
  // A client that closes its connection early is not an error of the server.
  server.on('error', () => undefined)
  return server.server
}

function authenticationError(
  { perform }: ListenerHost<Collections>,
  { username, password }: SMTPServerAuthentication,
): Error | null {
  if (username !== 'resend') return reply(535, 'Invalid username: it is "resend"')
  try {
    perform((context) => principalOf(context, password ?? ''))
    return null
  } catch (error) {
    if (error instanceof Failure) return reply(535, error.message)
    throw error
  }
}

/** Sends a message as the API would. Resolves to the reply's text, rejects with the API's refusal as an SMTP reply. */
async function deliver(
  { fetch }: ListenerHost<Collections>,
  stream: SMTPServerDataStream,
  { envelope, user }: SMTPServerSession,
): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer) // the stream is not in object mode
  if (stream.sizeExceeded) throw reply(552, 'The message is too large')
  const { headers, body } = await requestOfMessage(Buffer.concat(chunks), {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
  })
  const response = await fetch(
    new Request('http://mail/emails', {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${user ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  const answer = (await response.json()) as { readonly id?: string; readonly message?: string } // the API's two answers
  if (response.ok) return `Queued as ${answer.id ?? ''}`
  // A refusal that can end by itself is temporary. RFC 5321 section 4.2.1
  const isTemporary = response.status === 429 || response.status >= 500
  throw reply(isTemporary ? 451 : 550, answer.message ?? 'The message was refused')
}

/** An error that smtp-server answers with this code. Line breaks would make it several replies. */
function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message.replaceAll(/[\r\n]+/g, ' ')), { responseCode })
}
