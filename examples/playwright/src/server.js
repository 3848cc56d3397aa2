// A dashboard whose visitors sign in with GitHub.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const { PORT = '3000', GITHUB_CLIENT_ID = '', GITHUB_CLIENT_SECRET = '' } = process.env
const GITHUB_URL = process.env.GITHUB_URL ?? 'https://github.com'
const GITHUB_API_URL = process.env.GITHUB_API_URL ?? 'https://api.github.com'
const origin = `http://127.0.0.1:${PORT}`

/** The names of signed-in people, by session. */
const names = new Map()
/** Sessions that were redirected to GitHub, by the state parameter that GitHub returns. */
const expected = new Map()

const pages = {
  '/': (session) =>
    html(
      names.has(session)
        ? `<p>Signed in as ${escape(names.get(session))}</p>`
        : '<a href="/login">Sign in with GitHub</a>',
    ),

  '/login': (session) => {
    const state = randomUUID()
    expected.set(state, session)
    const query = new URLSearchParams({ client_id: GITHUB_CLIENT_ID, redirect_uri: `${origin}/callback`, state })
    return redirect(`${GITHUB_URL}/login/oauth/authorize?${query}`)
  },

  '/callback': async (session, query) => {
    if (expected.get(query.get('state')) !== session) return html('<p>This sign-in was not begun here.</p>', 400)
    expected.delete(query.get('state'))
    if (query.has('error')) return html('<p>You did not sign in.</p>', 403)
    const token = await post(`${GITHUB_URL}/login/oauth/access_token`, {
      client_id: GITHUB_CLIENT_ID,
      client_secret: GITHUB_CLIENT_SECRET,
      code: query.get('code'),
    })
    if (token.access_token === undefined) return html(`<p>GitHub refused: ${escape(token.error)}</p>`, 502)
    const user = await fetch(`${GITHUB_API_URL}/user`, { headers: { authorization: `Bearer ${token.access_token}` } })
    if (!user.ok) return html('<p>GitHub does not answer.</p>', 502)
    const { name, login } = await user.json()
    names.set(session, name ?? login)
    return redirect('/')
  },
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, origin)
  const session = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID()
  const page = pages[pathname]
  const { status, headers, body } =
    page === undefined ? html('<p>Not here.</p>', 404) : await page(session, searchParams)
  response.writeHead(status, { ...headers, 'set-cookie': `session=${session}; HttpOnly; SameSite=Lax` }).end(body)
}).listen(Number(PORT), '127.0.0.1')

async function post(url, body) {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

function html(content, status = 200) {
  const body = `<!doctype html><title>Dashboard</title>${content}`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function redirect(location) {
  return { status: 302, headers: { location }, body: '' }
}

function escape(text) {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
