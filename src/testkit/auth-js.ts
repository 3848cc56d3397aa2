import { Auth, type AuthConfig } from '@auth/core'
import { beforeEach } from 'vitest'

/** The application's origin. Nothing listens there: the application is called in process. */
const ORIGIN = 'http://localhost:3000'

/** An application with Auth.js, and the browser of a person who uses it. */
export interface AuthJsApplication {
  /** The cookies of the browser, by name. */
  readonly jar: Map<string, string>
  /** Sends a request with the cookies to the application: GET, or POST with a form. */
  ask(path: string, form?: Record<string, string>): Promise<Response>
  /** Begins a sign-in; returns the authorization URL. */
  begin(): Promise<string>
  /** Returns the signed-in user; null when nobody is signed in. */
  session(): Promise<unknown>
}

/**
 * Makes an application with one provider, which Auth.js calls `id`. Each test begins without cookies. `provider` is
 * called with every request, so that it may use an instance that starts with the tests.
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
      const { csrfToken } = (await (await ask('/api/auth/csrf')).json()) as { csrfToken: string } // the answer of Auth.js
      const response = await ask(`/api/auth/signin/${id}`, { csrfToken, callbackUrl: '/' })
      return response.headers.get('location') ?? ''
    },
    session: async () => (await ask('/api/auth/session')).json(),
  }
}
