import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { requestAccess } from '#codehost/rules/accounts/organization-tokens.ts'

const Levels = v.record(v.string(), v.string())
const Options = v.strictObject({
  org: v.string(),
  user: v.string(),
  name: v.string(),
  reason: v.optional(v.string()),
  permissions: v.optional(
    v.strictObject({
      organization: v.optional(Levels),
      repository: v.optional(Levels),
      other: v.optional(Levels),
    }),
    {},
  ),
  repositories: v.optional(v.array(v.string())),
  expiresAt: v.optional(v.date()),
})

/** A fine-grained personal access token, for which no endpoint of the API asks. */
export interface TokenAccessOptions {
  /** The login of the organization. */
  readonly org: string
  /** The login of the token's owner. */
  readonly user: string
  /** The name of the token. */
  readonly name: string
  readonly reason?: string
  /** Access levels by the names of permissions, as `{ repository: { contents: 'read' } }`. Default: none */
  readonly permissions?: {
    readonly organization?: Readonly<Record<string, string>>
    readonly repository?: Readonly<Record<string, string>>
    readonly other?: Readonly<Record<string, string>>
  }
  /** The names of repositories. Default: all of the organization */
  readonly repositories?: readonly string[]
  /** Default: never */
  readonly expiresAt?: Date
}

/** The ids of a request and of its token. */
export interface RequestedTokenAccess {
  readonly requestId: number
  readonly tokenId: number
}

/**
 * Asks an organization for access of a fine-grained token, as its owner does on the token's page, and sends
 * `personal_access_token_request.created`.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown organization, user or repository.
 */
export function requestTokenAccess(context: CodehostContext, options: TokenAccessOptions): RequestedTokenAccess {
  const given = checkedOptions('requestTokenAccess', Options, options)
  const { rows } = context
  const [org, user] = [given.org, given.user].map((login) => {
    const account = rows.accounts.find('login', login.toLowerCase())
    if (account === undefined) throw new Error(`requestTokenAccess: no account has the login ${login}`)
    return account
  })
  if (org?.type !== 'Organization' || user === undefined) {
    throw new Error(`requestTokenAccess: ${given.org} is not an organization`)
  }
  const repositoryIds = given.repositories?.map((name) => {
    const repo = rows.repos.find('name', org.id, name.toLowerCase())
    if (repo === undefined) throw new Error(`requestTokenAccess: ${given.org} has no repository ${name}`)
    return repo.id
  })
  const { organization, repository, other } = given.permissions
  const token = requestAccess(context, {
    orgId: org.id,
    userId: user.id,
    name: given.name,
    reason: given.reason ?? null,
    permissions: {
      ...(organization === undefined ? {} : { organization }),
      ...(repository === undefined ? {} : { repository }),
      ...(other === undefined ? {} : { other }),
    },
    repositoryIds: repositoryIds ?? null,
    expiresAt: given.expiresAt?.getTime() ?? null,
  })
  return { requestId: token.id, tokenId: token.tokenId }
}
