import type { RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'

/** The answer of the frontend API. */
interface FrontendAnswer {
  readonly status: number
  readonly response: Record<string, unknown>
  /** The whole answer. */
  readonly body: unknown
  /** The code of the first error; null for a success. */
  readonly code: string | null
}

/**
 * A browser that calls the frontend API as the vendor's library does: forms, `_method`, and the token of the browser.
 */
export interface FrontendBrowser {
  call(method: string, path: string, form?: Readonly<Record<string, string>> | FormData): Promise<FrontendAnswer>
}

/** Returns a browser without a session. */
export async function visitor(auth: Pick<RunningAuthSaas, 'url'>): Promise<FrontendBrowser> {
  const answer = await fetch(`${auth.url}/v1/dev_browser`, { method: 'POST' })
  return browserWith(auth, ((await answer.json()) as { id: string }).id) // the vendor's answer
}

/** Returns a browser in which a user is signed in. */
export function signedIn(
  auth: Pick<RunningAuthSaas, 'url' | 'signIn'>,
  user: string,
  organization?: string,
): FrontendBrowser {
  const { cookies } = auth.signIn({ user, ...(organization === undefined ? {} : { organization }) })
  return browserWith(auth, cookies.find(({ name }) => name === '__client')?.value ?? '')
}

function browserWith({ url }: Pick<RunningAuthSaas, 'url'>, token: string): FrontendBrowser {
  return {
    async call(method, path, form) {
      const [pathname, own = ''] = path.split('?')
      const query = new URLSearchParams(own)
      query.set('__clerk_api_version', '2025-11-10')
      query.set('__clerk_db_jwt', token)
      if (method !== 'GET' && method !== 'POST') query.set('_method', method)
      const body = form === undefined ? null : form instanceof FormData ? form : new URLSearchParams(form)
      const answer = await fetch(`${url}/v1${pathname}?${query}`, { method: method === 'GET' ? 'GET' : 'POST', body })
      const json = (await answer.json()) as Partial<FrontendAnswer> & { errors?: { code: string }[] } // the vendor's answer
      return { status: answer.status, response: json.response ?? {}, body: json, code: json.errors?.[0]?.code ?? null }
    },
  }
}
