import { control } from '../control.ts'
import { CONTROL_PREFIX } from '../control-prefix.ts'
import { answered } from '../http/outcome.ts'
import type { Passage } from './passage.ts'

/** Answers a request to the control plane, which is not part of the vendor's API. */
export function controlPlane(passage: Passage): void | Promise<void> {
  if (!passage.path.startsWith(CONTROL_PREFIX)) return undefined
  return answerControl(passage, passage.path.slice(CONTROL_PREFIX.length))
}

async function answerControl(passage: Passage, command: string): Promise<void> {
  const { instance, exchange, call } = passage
  passage.outcome = answered(await control(instance, exchange, command, call.search))
}
