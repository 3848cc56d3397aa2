import { vi } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'

/** The token of the public store of {@link blobTest}. */
export const PUBLIC_TOKEN = 'vercel_blob_rw_Assets1234567890_secret'

/** The token of its private store. */
export const PRIVATE_TOKEN = 'vercel_blob_rw_Secrets123456789_secret'

/**
 * Vitest's `test` with a public and a private store. Its variables make the vendor's client call the instance, until
 * the end of the file.
 */
export const blobTest = () => {
  const it = deployhostTest({
    seed: {
      deployhost: {
        users: [{ username: 'ada', tokens: ['ada'] }],
        teams: [{ slug: 'acme', members: [{ username: 'ada', role: 'OWNER' as const }] }],
        projects: [{ name: 'website', team: 'acme' }],
        blob_stores: [
          { name: 'assets', team: 'acme', token: PUBLIC_TOKEN, projects: ['website'] },
          { name: 'secrets', team: 'acme', token: PRIVATE_TOKEN, access: 'private' as const },
        ],
      },
    },
  })
  it.beforeAll(({ deployhost }) => {
    vi.stubEnv('VERCEL_BLOB_API_URL', deployhost.env['VERCEL_BLOB_API_URL'])
    vi.stubEnv('VERCEL_BLOB_RETRIES', '0')
  })
  return it
}
