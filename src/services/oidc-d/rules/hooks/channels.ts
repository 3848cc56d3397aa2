import * as v from 'valibot'
import { validationFailed } from '#oidc-d/errors.ts'
import type { HookChannel, HookOAuth } from '#oidc-d/schema.ts'

const Header = v.object({ key: v.pipe(v.string(), v.minLength(1)), value: v.string() })

/** The secret may be absent: the vendor's answers leave it out, and bodies are often made of answers. */
const AuthScheme = v.object({
  type: v.pipe(v.string(), v.toUpperCase(), v.literal('HEADER')),
  key: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  value: v.optional(v.string()),
})

const uri = v.pipe(
  v.string(),
  v.minLength(1, 'The field cannot be left blank'),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be a valid URL'),
)

/** The channel of a hook in a body. */
export const ChannelInput = v.object({
  type: v.optional(v.picklist(['HTTP', 'OAUTH']), 'HTTP'),
  version: v.optional(v.string(), '1.0.0'),
  config: v.object({
    uri,
    method: v.nullish(v.string(), 'POST'),
    headers: v.nullish(v.array(Header), []),
    authScheme: v.nullish(AuthScheme, null),
    authType: v.optional(v.picklist(['client_secret_post', 'private_key_jwt'])),
    clientId: v.optional(v.string()),
    clientSecret: v.optional(v.string()),
    hookKeyId: v.optional(v.string()),
    tokenUrl: v.optional(v.string()),
    scope: v.optional(v.string()),
  }),
})

/** The channel of a hook in a body, checked. */
export type ChannelInput = v.InferOutput<typeof ChannelInput>

/**
 * Returns the channel that a body describes. A secret that it leaves out stays: the vendor's answers have none, and
 * bodies are often made of answers.
 *
 * @throws 400 for a channel of the type OAUTH without a client.
 */
export function channelFrom({ type, version, config }: ChannelInput, before: HookChannel | null = null): HookChannel {
  const { uri: address, method, headers, authScheme, ...oauth } = config
  const secret = authScheme?.value ?? before?.authScheme?.value ?? ''
  return {
    type,
    version,
    uri: address,
    method: method ?? 'POST',
    headers: headers ?? [],
    authScheme: authScheme === null ? null : { type: 'HEADER', key: authScheme.key, value: secret },
    oauth: type === 'OAUTH' ? oauthFrom(oauth, before?.oauth ?? null) : null,
  }
}

/** @throws 400 for settings without a client or the URL of its tokens. */
function oauthFrom(oauth: HookOAuth, before: HookOAuth | null): HookOAuth {
  for (const name of ['authType', 'clientId', 'tokenUrl'] as const) {
    if (oauth[name] === undefined || oauth[name] === '') {
      throw validationFailed(name, `${name}: The field cannot be left blank`)
    }
  }
  if (!URL.canParse(oauth.tokenUrl ?? '')) throw validationFailed('tokenUrl', 'tokenUrl: must be a valid URL')
  const clientSecret = oauth.clientSecret ?? before?.clientSecret
  return clientSecret === undefined ? oauth : { ...oauth, clientSecret }
}

/** Returns the headers that every request to a hook has: its own, and the one with its secret. */
export function channelHeaders({ headers, authScheme }: HookChannel): Readonly<Record<string, string>> {
  const secret = authScheme === null ? [] : [authScheme]
  return Object.fromEntries([...headers, ...secret].map(({ key, value }) => [key, value]))
}
