import { nameOf } from '#auth-saas/rules/social-providers.ts'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text, type Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { get, type AuthCall } from '#auth-saas/call.ts'
import { publishableKey } from '#auth-saas/rules/instance-keys.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'

/** The packages that the browser's library is loaded from, at the vendor from its own host. */
const PACKAGES = ['clerk-js', 'ui']

/** Adds the file of an installed package that a path names; null where the project has no such package or file. */
async function loadFile(call: AuthCall): Promise<{ readonly script: Uint8Array | null; readonly packageName: string }> {
  const [, shortName = '', file = ''] =
    /^([a-z-]+)(?:@[\w.^~-]{1,60})?\/dist\/([\w.-]{1,120}\.js)$/.exec(call.params['*'] ?? '') ?? []
  const name = shortName === 'clerk-js' ? settingsOf(call.rows).clerkJsPackage : `@clerk/${shortName}`
  if (!PACKAGES.includes(shortName)) return { script: null, packageName: name }
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', ...name.split('/'), 'dist', file)
    const bytes = await readFile(path).catch(() => null)
    if (bytes !== null) return { script: bytes, packageName: name }
    if (dirname(folder) === folder) return { script: null, packageName: name }
  }
}

/** Returns an image with the initials of a name. */
function initials(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
    .slice(0, 2)
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">
    <rect width="80" height="80" fill="#2f5bd7" />
    <text x="40" y="50" font-family="sans-serif" font-size="30" fill="#ffffff" text-anchor="middle">${letters}</text>
  </svg>`.toString()
}

/** Answers an image. A script in an uploaded one must not run at this origin. */
function imageAnswer(body: Uint8Array | string, type = 'image/svg+xml'): Answer {
  const headers = {
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers: { ...headers, 'content-type': type }, body }
}

function imageOf({ rows }: AuthCall, ownerId: string): Answer {
  const bytes = rows.imageBytes.get(ownerId)
  if (bytes !== undefined) return imageAnswer(bytes, rows.imageTypes.get(ownerId) ?? 'image/png')
  const user = rows.users.get(ownerId)
  const name =
    user === undefined
      ? (rows.organizations.get(ownerId)?.name ?? '')
      : `${user.firstName ?? ''} ${user.lastName ?? ''}`
  return imageAnswer(initials(name))
}

/** The images of users and organizations, and the scripts of the browser's library. */
export const filesRoutes: readonly Route[] = [
  get('pages/image', '/images/:owner_id', (call) => imageOf(call, call.params.owner_id)),

  // The vendor has the logos of social providers at img.clerk.com/static.
  get('pages/providerIcon', '/images/static/:file', (call) =>
    imageAnswer(initials(nameOf(call.params.file.replace(/\.[a-z]+$/, '')).slice(0, 1))),
  ),

  // Servers of earlier majors answered this page to a browser whose state they did not know.
  get('pages/interstitial', '/v1/public/interstitial', ({ query, urls, origin }) => {
    const key = query.get('publishable_key') || publishableKey(origin)
    const script = urls.of('/npm/@clerk/clerk-js@5/dist/clerk.browser.js')
    const body = html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="UTF-8" />
          <title>Signing in</title>
        </head>
        <body>
          <script>
            addEventListener('load', async () => {
              // Only the server that has answered with this page knows more after a reload.
              if (location.pathname.endsWith('/public/interstitial')) return
              await Clerk.load({ isInterstitial: true })
              location.reload()
            })
          </script>
          <script async crossorigin="anonymous" data-clerk-publishable-key="${key}" src="${script}"></script>
        </body>
      </html>`
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body.toString() }
  }),

  get('pages/script', '/npm/@clerk/*', loadFile, (call) => {
    if (call.script === null) {
      const message = `${call.packageName} is not installed in this project, or has no such file: npm install --save-dev ${call.packageName}\n`
      return text(message, 404)
    }
    return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: call.script }
  }),
]
