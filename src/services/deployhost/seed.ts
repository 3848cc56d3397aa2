import * as v from 'valibot'
import { spanSchema } from '#core/seed/seed-span.ts'
import { BLOB_ACCESS } from './schema/blobs.ts'
import { ENV_TARGETS, ENV_TYPES } from './schema/projects.ts'
import { TEAM_ROLES } from './schema/accounts.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const url = v.pipe(v.string(), v.url())
const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, 'expected lower-case letters, digits and dashes, 48 at most'),
)
const username = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.-]{0,47}$/, 'expected letters, digits and dashes'))

const user = v.strictObject({
  username,
  name: v.optional(text),
  email: v.optional(v.pipe(text, v.rfcEmail())),
  tokens: list(
    v.pipe(
      v.union([text, v.strictObject({ token: text, name: v.optional(text), scopes: v.optional(v.array(text)) })]),
      v.description('Literal Bearer values of this user; all scopes unless listed.'),
    ),
  ),
})

const webhook = v.strictObject({
  url: v.pipe(url, v.description('Deliveries are sent to this URL: on this machine, or on an allowed host.')),
  events: v.array(text),
  secret: v.optional(text),
  projects: v.optional(v.array(text)),
})

const team = v.strictObject({
  slug,
  name: v.optional(text),
  members: v.optional(
    v.pipe(
      v.array(
        v.union([
          username,
          v.strictObject({
            username,
            role: v.optional(v.picklist(TEAM_ROLES), 'MEMBER'),
            confirmed: v.optional(v.boolean(), true),
          }),
        ]),
      ),
      v.description('Absent: the first user is the owner.'),
    ),
  ),
  webhooks: list(webhook),
})

const variable = v.strictObject({
  key: text,
  value: text,
  type: v.optional(v.picklist(ENV_TYPES), 'encrypted'),
  target: v.optional(v.union([v.picklist(ENV_TARGETS), v.array(v.picklist(ENV_TARGETS))]), [
    'production',
    'preview',
    'development',
  ]),
  git_branch: v.optional(text),
  comment: v.optional(text),
})

const domain = v.strictObject({
  name: text,
  verified: v.optional(v.boolean(), true),
  redirect: v.optional(text),
  redirect_status_code: v.optional(v.picklist([301, 302, 307, 308])),
  git_branch: v.optional(text),
})

const project = v.strictObject({
  name: v.pipe(
    text,
    v.regex(/^[a-z0-9._-]{1,100}$/, 'expected lower-case letters, digits, ".", "_" and "-", 100 at most'),
  ),
  team: v.optional(v.pipe(text, v.description('The slug of a seeded team. Absent: a project of the first user.'))),
  framework: v.optional(v.nullable(text)),
  git: v.optional(v.strictObject({ type: v.optional(text, 'github'), repo: text })),
  env: v.optional(
    v.union([
      v.array(variable),
      v.pipe(v.record(text, text), v.description('Values by key, encrypted and for every target.')),
    ]),
    [],
  ),
  domains: list(v.union([text, domain])),
  build_error: v.optional(
    v.pipe(
      v.union([v.boolean(), text]),
      v.description('Makes the deployments of this project end in ERROR, with this message if it is a text.'),
    ),
    false,
  ),
})

const integration = v.strictObject({
  client_id: text,
  client_secret: text,
  name: v.optional(text),
  redirect_uris: v.optional(v.array(url), []),
})

const edgeConfig = v.strictObject({
  slug: v.pipe(text, v.regex(/^[\w-]{1,64}$/, 'expected letters, digits, "_" and "-", 64 at most')),
  id: v.optional(v.pipe(text, v.regex(/^ecfg_\w+$/, 'expected ecfg_ and letters and digits'))),
  team: v.optional(text),
  items: v.optional(v.record(text, v.unknown()), {}),
  tokens: list(v.pipe(text, v.description('A secret that reads it.'))),
})

const blobStore = v.strictObject({
  name: text,
  team: v.optional(text),
  token: v.optional(
    v.pipe(
      text,
      v.regex(
        /^vercel_blob_rw_[A-Za-z0-9]+_[A-Za-z0-9]+$/,
        'expected vercel_blob_rw_, an id, _ and letters and digits',
      ),
      v.description('The BLOB_READ_WRITE_TOKEN of the store; the id in it is that of the store.'),
    ),
  ),
  access: v.optional(v.picklist(BLOB_ACCESS), 'public'),
  projects: list(v.pipe(text, v.description('A seeded project of the account, which gets BLOB_READ_WRITE_TOKEN.'))),
  blobs: v.optional(v.pipe(v.record(text, text), v.description('Texts by pathname.')), {}),
})

/** The `deployhost` section of a seed. */
export const seed = v.strictObject({
  users: list(user),
  teams: list(team),
  projects: list(project),
  domains: list(v.strictObject({ name: text, team: v.optional(text), verified: v.optional(v.boolean(), true) })),
  edge_configs: list(edgeConfig),
  blob_stores: list(blobStore),
  integrations: list(integration),
  webhooks: v.optional(v.pipe(v.array(webhook), v.description('Webhooks of the first user’s own account.')), []),
  build_ms: v.optional(spanSchema('How long a deployment builds, in milliseconds of the clock.'), 500),
  build_error: v.optional(
    v.pipe(
      v.union([v.boolean(), text]),
      v.description('Makes every deployment end in ERROR, with this message if it is a text.'),
    ),
    false,
  ),
  strict_auth: v.optional(
    v.pipe(v.boolean(), v.description('Refuses requests without a token, instead of acting as the first user.')),
    false,
  ),
})

/** The seed section after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The section that `init` prints. */
export const starter = `users:
  - username: octocat
    name: The Octocat
    email: octocat@example.com
  - username: hubber
    name: Hubber
    email: hubber@example.com
teams:
  - slug: acme
    name: Acme Corporation
    members:
      - { username: octocat, role: OWNER }
      - { username: hubber, role: MEMBER }
projects:
  - name: website
    team: acme
    framework: nextjs
    env:
      - { key: API_URL, value: 'https://api.example.com', type: plain }
    domains: [www.example.com]
  - name: blog
    framework: astro
integrations:
  - client_id: example-client
    client_secret: example-secret
    name: Example Integration
    redirect_uris: ['http://localhost:3000/callback']
build_ms: 500                     # QUEUED, BUILDING, then READY by itself
`
