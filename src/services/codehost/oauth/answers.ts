import type { Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import type { Members } from '#oauth/context.ts'
import type { TokenRequest } from '#oauth/clients/token-request.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { profile } from './profile.ts'

/**
 * Returns the request to a token endpoint: its parameters from the query, a form or JSON, and its credentials from
 * there or from Basic.
 */
export function tokenRequest(call: CodehostCall): TokenRequest {
  const header = call.header('authorization')
  const body = isJson(call.header('content-type')) ? membersOf(call.json()) : call.form()
  return {
    parameters: Object.fromEntries([...call.query, ...body]),
    credentials: header === undefined ? null : credentials(header),
  }
}

/**
 * Answers a token request as a form, JSON or XML, as the client accepts, with status 200 for failures too.
 * https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
export function membersAnswer(call: CodehostCall, members: () => Members): Answer {
  const accept = call.header('accept') ?? ''
  const [type, write] = isJson(accept)
    ? ['application/json', JSON.stringify]
    : accept.includes('application/xml')
      ? ['application/xml', xml]
      : ['application/x-www-form-urlencoded', form]
  return {
    status: 200,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      // Clients compute from this header when a token expires, by the instance's clock.
      date: new Date(call.clock.now()).toUTCString(),
    },
    body: write(membersOrFailure(call, members)),
  }
}

function membersOrFailure(call: CodehostCall, members: () => Members): Members {
  try {
    return members()
  } catch (error) {
    if (error instanceof OAuthFailure) return profile.errorMembers(error, call)
    throw error
  }
}

function isJson(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /\bjson\b/.test(mediaType)
}

/** Returns the members of a JSON object that a form could carry too. */
function membersOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]): [string, string][] =>
    typeof each === 'string' || typeof each === 'number' ? [[name, String(each)]] : [],
  )
}

function form(members: Members): string {
  return new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)])).toString()
}

function xml(members: Members): string {
  const elements = Object.entries(members).map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<OAuth>${elements.join('')}</OAuth>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
