import { json, type Answer } from './answer.ts'
import { commandNames, commandOf } from './control-commands.ts'
import { parseJson } from './text/parse-json.ts'
import { readWhole } from './http/body.ts'
import type { Exchange } from './exchange.ts'
import type { Instance } from './instance.ts'
import { errorMessage } from './error-message.ts'

/** The paths of the inspector's own requests. */
const INSPECTOR = /^(events|inspection(\/.*)?|instances(\/.*)?)$/

/** Answers a request to the control plane. `path` is what follows `/_backlot/`. */
export async function control(instance: Instance, exchange: Exchange, path: string, search: string): Promise<Answer> {
  // The page itself has no data, so any link may lead there.
  if (path === '' && exchange.method === 'GET' && instance.inspector !== null) return instance.inspector()
  if (isFromPage(exchange)) return refuse(403, 'the control plane is not for web pages')
  if (path !== 'health' && !hasToken(instance, exchange)) {
    const variable = controlVariable(instance.service.id)
    return refuse(
      401,
      `this instance is open to the network: send authorization: Bearer and the token in ${variable}, which is printed at its start`,
    )
  }
  if (INSPECTOR.test(path)) {
    const { answerInspector, instanceAt } = await import('./inspection/inspector.ts')
    const other = instanceAt(instance, path)
    if (other !== null) return control(other.instance, exchange, other.path, search)
    const answer = await answerInspector(instance, exchange, path, search)
    if (answer !== null) return answer
  }
  if (path === 'openapi.json' && exchange.method === 'GET') {
    const { instanceDocument } = await import('./control-document.ts')
    return json(instanceDocument(instance, exchange.origin ?? instance.origin))
  }
  const command = commandOf(instance, `${exchange.method} ${path}`)
  if (command === undefined) {
    return refuse(
      404,
      `${exchange.method} /_backlot/${path}: no such command; there are ${commandNames(instance).join(', ')}`,
    )
  }
  const isJson = /^application\/json\b/i.test(String(exchange.headers['content-type'] ?? ''))
  // A page of any site can send a form or plain text without a preflight, but not JSON.
  if (exchange.method === 'POST' && !isJson) {
    return refuse(415, `POST /_backlot/${path}: send content-type: application/json`)
  }
  let input: Record<string, unknown> = Object.fromEntries(new URLSearchParams(search))
  if (exchange.method !== 'GET' && isJson) {
    try {
      const text = exchange.body === null ? '' : Buffer.from(await readWhole(exchange.body)).toString('utf8')
      // Each command checks the members it reads.
      if (text.trim() !== '') input = { ...input, ...((parseJson(text) ?? {}) as Record<string, unknown>) }
    } catch (error) {
      return refuse(400, `${exchange.method} /_backlot/${path}: ${String(error)}`)
    }
  }
  try {
    return json((await command(instance, input, exchange)) ?? null)
  } catch (error) {
    return refuse(400, errorMessage(error))
  }
}

/** The environment variable with the token of a control plane: `OIDC_D_CONTROL_TOKEN`. */
export function controlVariable(id: string): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_CONTROL_TOKEN`
}

/** True for a request that may use the control plane of an instance, as far as its token goes. */
export function hasToken({ controlToken }: Instance, { inProcess, headers }: Exchange): boolean {
  return controlToken === null || inProcess || headers.authorization === `Bearer ${controlToken}`
}

/** True for a request of a page, except one that the instance itself serves, such as its inspector. */
export function isFromPage({ headers }: Exchange): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const host = String(headers.host)
  if (origin !== undefined) return origin !== `http://${host}` && origin !== `https://${host}`
  return site === 'cross-site' || site === 'same-site'
}

function refuse(status: number, message: string): Answer {
  return json({ error: message }, status)
}
