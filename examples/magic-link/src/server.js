// An application in which people sign in with a link that they get by mail.
import { createServer } from 'node:http'
import { Resend } from 'resend'
import { createLink, createSession, redeemLink, whoHas } from './sign-in.js'

const { PORT = '3000', RESEND_API_KEY } = process.env
const origin = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`
// In tests the variable RESEND_BASE_URL points this client at the stand-in.
const resend = new Resend(RESEND_API_KEY)

const routes = {
  'GET /': ({ session }) => {
    const email = whoHas(session)
    return html(
      email === undefined
        ? `<form method="post" action="/sign-in">
            <label for="email">E-mail address</label>
            <input id="email" name="email" type="email" required autocomplete="email">
            <button>Send me a link</button>
          </form>`
        : `<p>Signed in as ${escape(email)}</p>`,
    )
  },

  'POST /sign-in': async ({ form }) => {
    const email = form.get('email') ?? ''
    const { error } = await resend.emails.send({
      from: 'Acme <sign-in@acme.example>',
      to: email,
      subject: 'Your link to Acme',
      html: message(`${origin}/sign-in?token=${createLink(email)}`),
    })
    if (error?.statusCode === 422) return html('<p>This is not an e-mail address.</p>', 422)
    if (error !== null) return html('<p>We cannot send mail at the moment. Please try again later.</p>', 502)
    return html(`<p>We have sent a link to ${escape(email)}.</p>`)
  },

  'GET /sign-in': ({ query }) => {
    const email = redeemLink(query.get('token') ?? '')
    if (email === undefined)
      return html('<p>This link has been used, or is too old. <a href="/">Get another</a></p>', 410)
    return { status: 303, headers: { location: '/', 'set-cookie': cookie(createSession(email)) }, body: '' }
  },
}

createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, origin)
  const route = routes[`${request.method} ${pathname}`]
  const session = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const { status, headers, body } =
    route === undefined ? html('<p>Not here.</p>', 404) : await route({ session, query, form: await formOf(request) })
  response.writeHead(status, headers).end(body)
}).listen(Number(PORT), '127.0.0.1')

async function formOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function message(link) {
  return `<p>Welcome back!</p>
    <p><a href="${escape(link)}">Sign in to Acme</a></p>
    <p>The link works once, for the next 15 minutes. If you did not ask for it, you can ignore this mail.</p>`
}

function cookie(session) {
  return `session=${session}; Path=/; HttpOnly; SameSite=Lax`
}

function html(content, status = 200) {
  const body = `<!doctype html><html lang="en"><title>Acme</title>${content}</html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
