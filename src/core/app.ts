import type { Exchange } from './exchange.ts'
import type { Instance } from './instance.ts'
import type { Outcome } from './http/outcome.ts'
import { addHeaders, finishAnswer, requireUpgrade, settle } from './stages/answer.ts'
import { askApplication } from './stages/application.ts'
import { controlPlane } from './stages/control-plane.ts'
import { answerPreflight } from './stages/cross-origin.ts'
import { leadToInspector } from './stages/inspector.ts'
import { lastResort, wordErrors } from './stages/errors.ts'
import { answerFault, matchFaultByOperation, matchFaultByPath } from './stages/fault.ts'
import { checkHost } from './stages/host.ts'
import { checkOrigin } from './stages/origin.ts'
import { Passage, through, type Stage } from './stages/passage.ts'
import { readBody, refuseBody } from './stages/read-body.ts'
import { endRecord, startRecord } from './stages/record.ts'
import { authenticate, findRoute, readCarried, refuseUnknownRoute, runRoute } from './stages/route.ts'
import { refuseInstances } from './stages/sender.ts'
import { mayNameTenant } from './tenants/tenants.ts'

/** The stages of a request, in order. */
const stages: readonly Stage[] = [
  checkHost,
  checkOrigin,
  refuseInstances,
  controlPlane,
  answerPreflight,
  startRecord,
  matchFaultByPath,
  readBody,
  lastResort(
    wordErrors(
      findRoute,
      refuseBody,
      readCarried,
      matchFaultByOperation,
      answerFault,
      askApplication,
      refuseUnknownRoute,
      authenticate,
      runRoute,
    ),
    requireUpgrade,
    finishAnswer,
    addHeaders,
    leadToInspector,
  ),
  settle,
]

/**
 * Takes one request through an instance, or through the one of its tenants that it is for. Returns a promise, which
 * never rejects, only when the request has to wait.
 */
export function respond(instance: Instance, exchange: Exchange): Outcome | Promise<Outcome> {
  if (!instance.hasTenants && !mayNameTenant(exchange)) return pass(instance, exchange)
  const found = instance.tenants.addressed(exchange)
  if (found === null) return pass(instance, exchange)
  if ('answer' in found) return found
  if (found.instance === null) return pass(instance, found.exchange)
  return exchange.upgrades === true ? upgrade(found.instance, found.exchange) : pass(found.instance, found.exchange)
}

/** Takes a request for a WebSocket through a tenant, whose connections are its own. */
async function upgrade(tenant: Instance, exchange: Exchange): Promise<Outcome> {
  return { ...(await pass(tenant, exchange)), sockets: tenant.sockets }
}

function pass(instance: Instance, exchange: Exchange): Outcome | Promise<Outcome> {
  const passage = new Passage(instance, exchange)
  const waiting = through(stages, passage)
  return waiting === undefined ? endRecord(passage) : waiting.then(() => endRecord(passage))
}
