import { getToken } from '@auth/core/jwt'
import { headers } from 'next/headers'
import { secret } from './providers'

/** The signed-in person. */
export interface Session {
  readonly name: string
  readonly provider: string
  readonly accessToken: string
}

/** Returns the session of the request; null when nobody is signed in. */
export async function session(): Promise<Session | null> {
  const request = { headers: new Headers(await headers()) }
  const token = await getToken({ req: request, secret, secureCookie: false })
  if (token === null) return null
  return { name: String(token.name), provider: String(token['provider']), accessToken: String(token['accessToken']) }
}
