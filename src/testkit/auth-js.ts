import { Auth, type AuthConfig } from '@auth/core'
import { beforeEach } from 'vitest'

/** Where the application would be; nothing listens there, its requests are made in process. */
const ORIGIN = 'http://localhost:3000'

/** An application that signs people in with Auth.js, and the browser of the one who uses it. */
export interface AuthJsApplication {
  /** The cookies of the browser, by name. */
  readonly jar: Map<string, string>
  /** Asks the application, with those cookies: GET, or POST with a form. */
  ask(path: string, form?: Record<string, string>): Promise<Response>
  /** Begins to sign in; gives the authorization URL that the person is sent to. */
  begin(): Promise<string>
  /** Who is signed in; null for nobody. */
  session(): Promise<unknown>
}

/**
 * An application with one provider, which Auth.js calls `id`. Each test begins without cookies. `provider` is asked with every
 * request, so that it may be of an instance that is there once the tests run.
 */
export function authJsApplication(
  id: string,
  provider: () => AuthConfig['providers'][number] | Promise<AuthConfig['providers'][number]>,
): AuthJsApplication {
  const jar = new Map<string, string>()
  beforeEach(() => jar.clear())
  const ask = async (path: string, form?: Record<string, string>): Promise<Response> => {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const init = form === undefined ? { headers } : { method: 'POST', headers, body: new URLSearchParams(form) }
    const response = await Auth(new Request(new URL(path, ORIGIN), init), {
      providers: [await provider()],
      secret: 'not a secret',
      trustHost: true,
      basePath: '/api/auth',
      logger: { error() {}, warn() {}, debug() {} },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }
  return {
    jar,
    ask,
    async begin() {
      const { csrfToken } = (await (await ask('/api/auth/csrf')).json()) as { csrfToken: string } // what Auth.js answers
      const response = await ask(`/api/auth/signin/${id}`, { csrfToken, callbackUrl: '/' })
      return response.headers.get('location') ?? ''
    },
    session: async () => (await ask('/api/auth/session')).json(),
  }
}
