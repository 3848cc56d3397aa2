import type { Instance } from '../instance.ts'
import type { Answering } from './answering.ts'
import { respondToNode, respondToUpgrade } from './node-exchange.ts'
import { answerExchange } from './web-exchange.ts'

/** Returns the ways to have an instance answer. */
export function answeringOf(instance: Instance): Answering {
  return {
    exchange: (exchange) => answerExchange(instance, exchange),
    request: (request, response) => respondToNode(instance, request, response),
    upgrade: (request, stream, head) => respondToUpgrade(instance, request, stream, head),
  }
}
