import * as v from 'valibot'
import { Failure } from '#core/errors.ts'
import type { Rows } from '#codehost/call.ts'
import { invalidField, validationFailed } from '#codehost/errors.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import { ORGANIZATION_EVENTS, REPOSITORY_EVENTS } from '#codehost/schema/event-names.ts'
import type { Target } from '../repos/targets.ts'

/** The largest number of hooks for one event of a repository or organization. */
const MOST_HOOKS = 20

/** The `config` of a hook in a request body. */
export const HookConfig = v.object({
  url: v.optional(v.string()),
  content_type: v.optional(v.picklist(['json', 'form'])),
  secret: v.optional(v.nullable(v.string())),
  insecure_ssl: v.optional(v.picklist(['0', '1', 0, 1])),
})

type Config = v.InferOutput<typeof HookConfig>

/** The scopes, each of which lets a token read the hooks of a repository. */
export const READ_HOOKS = ['admin:repo_hook', 'read:repo_hook', 'repo', 'write:repo_hook'] as const
/** The scopes, each of which lets a token change the hooks of a repository. */
export const WRITE_HOOKS = ['admin:repo_hook', 'repo', 'write:repo_hook'] as const
/** The scopes, each of which lets a token delete the hooks of a repository. */
export const DELETE_HOOKS = ['admin:repo_hook', 'repo'] as const

/**
 * Returns the columns for a complete `config`. Absent fields get the vendor's defaults.
 *
 * @throws 422.
 */
export function wholeConfig(config: Config): Pick<Hook, 'url' | 'contentType' | 'insecureSsl' | 'secret'> {
  if (config.url === undefined || config.url === '') throw wrongHook('Config must contain URL for webhooks')
  return { contentType: 'form', insecureSsl: '0', secret: null, ...namedConfig(config), url: config.url }
}

/**
 * Returns the columns for the fields that a `config` names.
 *
 * @throws 422 for an invalid URL.
 */
export function namedConfig(config: Config): Partial<Pick<Hook, 'url' | 'contentType' | 'insecureSsl' | 'secret'>> {
  const { url, content_type: contentType, secret, insecure_ssl: insecureSsl } = config
  if (url !== undefined && (!URL.canParse(url) || !/^https?:/i.test(url))) {
    throw wrongHook(
      "The URL you've entered is not valid. Please make sure that you encode all special characters first",
    )
  }
  return {
    ...(url === undefined ? {} : { url }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(secret === undefined ? {} : { secret: secret === '' ? null : secret }),
    ...(insecureSsl === undefined ? {} : { insecureSsl: String(insecureSsl) === '1' ? '1' : '0' }),
  }
}

/**
 * Returns the events without duplicates.
 *
 * @throws 422 for an event that the target does not have.
 */
export function knownEvents({ repo }: Target, events: readonly string[]): string[] {
  const known = repo === null ? ORGANIZATION_EVENTS : REPOSITORY_EVENTS
  for (const event of events) if (event !== '*' && !known.has(event)) throw invalidField('Hook', 'events', event)
  return events.includes('*') ? ['*'] : [...new Set(events)]
}

/**
 * @throws 422 when another hook of the target sends one of the events to the same URL, or when an event already has the
 * largest number of hooks.
 */
export function refuseDuplicateHook(
  rows: Rows,
  target: Target,
  { url, events }: Pick<Hook, 'url' | 'events'>,
  except?: Hook,
): void {
  const others = hooksOf(rows, target).filter((hook) => hook.id !== except?.id)
  const shares = (hook: Hook, event: string): boolean => hook.events.includes(event) || hook.events.includes('*')
  const repeats = (hook: Hook): boolean =>
    hook.url === url && (events.includes('*') || events.some((event) => shares(hook, event)))
  if (others.some(repeats)) {
    throw wrongHook(`Hook already exists on this ${target.repo === null ? 'organization' : 'repository'}`)
  }
  const crowded = events.find((event) => others.filter((hook) => shares(hook, event)).length >= MOST_HOOKS)
  if (crowded !== undefined) throw wrongHook(`The "${crowded}" event cannot have more than ${MOST_HOOKS} hooks`)
}

/** Returns the 400 for a cursor that no Link header contained. */
export function invalidCursor(): Failure {
  return new Failure(400, 'Invalid cursor')
}

function hooksOf(rows: Rows, { repo, org }: Target): Hook[] {
  return repo === null ? rows.hooks.referring('orgId', org.id) : rows.hooks.referring('repoId', repo.id)
}

function wrongHook(message: string): Failure {
  return validationFailed({ resource: 'Hook', code: 'custom', message })
}
