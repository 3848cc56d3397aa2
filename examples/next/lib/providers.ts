import type { AuthConfig } from '@auth/core'
import GitHub from '@auth/core/providers/github'
import Google from '@auth/core/providers/google'

/** The URL below which the stand-ins are; undefined where the real providers are used. */
const standIns = process.env.STAND_INS === undefined ? undefined : 'http://localhost:3100/emulate'

/** The base URL of GitHub's API. */
export const api: string = standIns === undefined ? 'https://api.github.com' : `${standIns}/codehost`

const client = { clientId: process.env.CLIENT_ID ?? 'web', clientSecret: process.env.CLIENT_SECRET ?? 'not-a-secret' }

/** The secret that encrypts the session cookie. */
export const secret: string = process.env.AUTH_SECRET ?? 'only for development'

/** The configuration of Auth.js: only the URLs of the providers differ between the stand-ins and the real ones. */
export const auth: AuthConfig = {
  basePath: '/api/auth',
  secret,
  trustHost: true,
  providers: [
    GitHub({
      ...client,
      authorization: { params: { scope: 'repo read:user user:email' } },
      ...(standIns === undefined ? {} : { enterprise: { baseUrl: api } }),
    }),
    Google({ ...client, ...(standIns === undefined ? {} : { issuer: `${standIns}/oidc-a` }) }),
  ],
  callbacks: {
    jwt: ({ token, account }) =>
      account ? { ...token, provider: account.provider, accessToken: account.access_token } : token,
  },
}
