import { createHash } from 'node:crypto'
import { SeedProblem } from '#core/service.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { placeBlob, writeBlob } from '#deployhost/rules/blobs/blobs.ts'
import { connectStore } from '#deployhost/rules/blobs/connections.ts'
import { createStore } from '#deployhost/rules/blobs/stores.ts'
import { overlapping } from '#deployhost/rules/env.ts'
import { ENV_TARGETS } from '#deployhost/schema/projects.ts'
import type { BlobStore, Team, User } from '#deployhost/schema.ts'
import type { Section } from '#deployhost/seed.ts'

type Seeded = Section['blob_stores'][number]
type Path = readonly (string | number)[]

/** The time for which seeded blobs are kept, in seconds. */
const MAX_AGE = 30 * 24 * 60 * 60

/**
 * Adds a store of the seed, with its blobs and connections.
 *
 * @throws {@link SeedProblem} for a token whose store another one is, and a project that does not exist.
 */
export function seedBlobStore(
  context: DeployhostContext,
  account: { readonly id: string; readonly team: Team | null },
  creator: User,
  { name, token, access, projects, blobs }: Seeded,
  path: Path,
): void {
  const { rows } = context
  const label = token?.split('_')[3]
  if (label !== undefined && rows.blobStores.find('host', label.toLowerCase()) !== undefined) {
    throw new SeedProblem([...path, 'token'], `another store has the id ${JSON.stringify(label)}`)
  }
  const store = createStore(context, account, creator, { name, access, token })
  for (const [pathname, text] of Object.entries(blobs)) seedBlob(context, store, pathname, text)
  for (const [index, projectName] of projects.entries()) {
    const project = rows.projects.find('name', account.id, projectName)
    if (project === undefined) {
      const names = rows.projects.list('byAccount', account.id).map((each) => each.name)
      throw new SeedProblem([...path, 'projects', index], `no project is named ${JSON.stringify(projectName)}`, names)
    }
    const place = { key: 'BLOB_READ_WRITE_TOKEN', target: ENV_TARGETS, gitBranch: null, customEnvironmentIds: [] }
    if (overlapping(rows, project, place).length > 0) {
      throw new SeedProblem(
        [...path, 'projects', index],
        `${projectName} has the variable BLOB_READ_WRITE_TOKEN already`,
      )
    }
    connectStore(context, store, project, creator, {
      prefix: 'BLOB',
      environments: ENV_TARGETS,
      hasToken: true,
      hasIdentity: false,
    })
  }
}

function seedBlob(context: DeployhostContext, store: BlobStore, pathname: string, text: string): void {
  const bytes = Buffer.from(text)
  const details = placeBlob(context, store, pathname, {
    contentType: null,
    cacheControlMaxAge: MAX_AGE,
    addRandomSuffix: false,
    allowOverwrite: false,
    ifMatch: null,
  })
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
  writeBlob(context, details, { segments: [{ bytes }], size: bytes.length, etag })
}
