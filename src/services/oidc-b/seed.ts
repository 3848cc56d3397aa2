import * as v from 'valibot'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

const user = v.strictObject({
  email: v.pipe(text, v.rfcEmail(), v.description('The name of the user on the sign-in page.')),
  name: v.optional(
    v.pipe(
      text,
      v.description('The last word is the last name. Default: the given and family name, else the address.'),
    ),
  ),
  given_name: v.optional(text),
  family_name: v.optional(text),
  private_email: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Hides the address: applications get a relay address at privaterelay.appleid.com.'),
    ),
    false,
  ),
  email_verified: v.optional(v.boolean(), true),
  real_user_status: v.optional(
    v.pipe(v.picklist([0, 1, 2]), v.description('Absent: tokens do not have it, like those of web applications.')),
  ),
})

const client = v.strictObject({
  client_id: v.pipe(text, v.description('The Services ID, or the App ID.')),
  team_id: v.optional(v.pipe(text, v.description('The iss of client secrets. Absent: every team is accepted.'))),
  key_id: v.optional(v.pipe(text, v.description('The kid of client secrets. Absent: every key id is accepted.'))),
  public_key: v.optional(
    v.pipe(
      text,
      v.description('PEM: the public half of the key that signs client secrets. Absent: every key is accepted.'),
    ),
  ),
  name: v.optional(v.pipe(text, v.description('The name on pages. Default: the client_id.'))),
  redirect_uris: v.optional(
    v.pipe(v.array(v.pipe(text, v.url())), v.description('Absent: every address is accepted.')),
  ),
  notification_url: v.optional(
    v.pipe(
      text,
      v.url(),
      v.description('Server-to-server notifications are sent to this URL: on this machine, or on an allowed host.'),
    ),
  ),
})

/** The `oidc-b` section of a seed. */
export const seed = v.strictObject({
  users: list(user),
  oauth_clients: v.pipe(
    list(client),
    v.description(
      'Without any, every client_id is accepted, with every well-formed client secret and every redirect_uri.',
    ),
  ),
})

export type Section = v.InferOutput<typeof seed>

/** The starter seed that `init` prints. */
export const starter = `users:
  - email: ada@example.com
    name: Ada Lovelace
  - email: grace@example.org
    name: Grace Hopper
    private_email: true
oauth_clients:
  - client_id: com.example.web
    team_id: TEAM123456
    key_id: KEY1234567
    # Signs client secrets. Its private half, for tests only, as published with backlot:
    #   -----BEGIN PRIVATE KEY-----
    #   MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqNRXSb7RUcZFo39v
    #   gjA+zdSsjTw1HNjJnvQRQ4/bAYWhRANCAATfbg4pW4PJMcf03VSXZoftvvbPTksR
    #   ZA5pbWK/PYoPHpQSaVNpZ8g67DMLuXQSNczBcs29V8lPkdAq5qqxID9w
    #   -----END PRIVATE KEY-----
    public_key: |
      -----BEGIN PUBLIC KEY-----
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE324OKVuDyTHH9N1Ul2aH7b72z05L
      EWQOaW1ivz2KDx6UEmlTaWfIOuwzC7l0EjXMwXLNvVfJT5HQKuaqsSA/cA==
      -----END PUBLIC KEY-----
    name: Web App
    redirect_uris:
      - http://localhost:3000/api/auth/callback/apple
`
