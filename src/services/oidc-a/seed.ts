import * as v from 'valibot'
import { SERVICE_ACCOUNT } from './schema/identifiers.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

const user = v.strictObject({
  email: v.pipe(text, v.rfcEmail(), v.description('The name of the user on the sign-in page and in tokens.')),
  name: v.optional(v.pipe(text, v.description('Default: the given and family name, else the e-mail address.'))),
  given_name: v.optional(text),
  family_name: v.optional(text),
  picture: v.optional(v.pipe(text, v.url())),
  email_verified: v.optional(v.boolean(), true),
  locale: v.optional(text),
  hd: v.optional(v.pipe(text, v.description('The domain of the organization of the account.'))),
  sub: v.optional(
    v.pipe(
      text,
      v.regex(/^\d{1,255}$/, 'expected digits, 255 at most'),
      v.description('Default: 21 digits derived from the e-mail address.'),
    ),
  ),
})

const client = v.strictObject({
  client_id: text,
  client_secret: v.optional(v.pipe(text, v.description('Absent: every secret is accepted.'))),
  name: v.optional(v.pipe(text, v.description('The name on pages. Default: the client_id.'))),
  redirect_uris: v.optional(
    v.pipe(v.array(v.pipe(text, v.url())), v.description('Absent: every address is accepted.')),
  ),
  javascript_origins: v.pipe(
    list(v.pipe(text, v.regex(/^https?:\/\/[^/?#]+$/, 'expected an origin, such as http://localhost:3000'))),
    v.description('The pages that may use the library for browsers, beside those at the origins of redirect_uris.'),
  ),
})

const serviceAccount = v.strictObject({
  email: v.pipe(
    text,
    v.regex(SERVICE_ACCOUNT, 'expected an address such as robot@my-project.iam.gserviceaccount.com'),
    v.description('The client_email of its key files.'),
  ),
  unique_id: v.optional(
    v.pipe(
      text,
      v.regex(/^\d{1,255}$/, 'expected digits, 255 at most'),
      v.description('The sub of its tokens, and its client_id. Default: 21 digits derived from the address.'),
    ),
  ),
  project_id: v.optional(v.pipe(text, v.description('Default: the project in the address.'))),
  keys: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          private_key_id: text,
          public_key: v.pipe(text, v.description('PEM of a public key or a certificate.')),
        }),
      ),
      v.description('Its keys, beside the one that backlot makes. Absent: every key is accepted.'),
    ),
  ),
  delegated_scopes: v.pipe(
    list(text),
    v.description('The scopes for which it may act as a user of an organization (domain-wide delegation).'),
  ),
  token_creators: v.optional(
    v.pipe(
      v.array(text),
      v.description('The addresses of those who may get credentials of it (iamcredentials). Absent: everyone.'),
    ),
  ),
})

/** The `oidc-a` section of a seed. */
export const seed = v.strictObject({
  users: list(user),
  oauth_clients: v.pipe(
    list(client),
    v.description('Without any, every client_id is accepted, with every secret and redirect_uri.'),
  ),
  service_accounts: v.pipe(
    list(serviceAccount),
    v.description('Without any, every address of a service account is accepted, with every key.'),
  ),
  id_token_signing_alg: v.optional(
    v.pipe(
      v.picklist(['HS256', 'RS256']),
      v.description(
        'RS256: signed with a key of the key set, so that clients can verify it. HS256: the key set is empty.',
      ),
    ),
    'HS256',
  ),
})

export type Section = v.InferOutput<typeof seed>

/** The starter seed that `init` prints. */
export const starter = `users:
  - email: ada@example.com
    name: Ada Lovelace
    given_name: Ada
    family_name: Lovelace
    locale: en
  - email: grace@example.org
    name: Grace Hopper
    hd: example.org
oauth_clients:
  - client_id: web-app.apps.googleusercontent.com
    client_secret: GOCSPX-local-secret
    name: Web App
    redirect_uris:
      - http://localhost:3000/api/auth/callback/google
# RS256 signs ID tokens with a key of the key set, which most clients need; HS256 has an empty key set.
id_token_signing_alg: RS256
`
