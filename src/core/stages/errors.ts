import { text } from '../answer.ts'
import { Failure } from '../errors.ts'
import { EpochEnded } from '../store.ts'
import { through, type Passage, type Stage } from './passage.ts'

/**
 * Answers an error of one of the stages in the vendor's words. An unforeseen error becomes a 500, with its stack on the
 * record.
 */
export function wordErrors(...stages: readonly Stage[]): Stage {
  return rescued(stages, 'answer', (passage, error) => {
    if (error instanceof EpochEnded) passage.drop()
    else word(passage, error)
  })
}

/** Runs stages, and has `rescue` answer an error of one of them. */
function rescued(
  stages: readonly Stage[],
  until: 'answer' | 'outcome',
  rescue: (passage: Passage, error: unknown) => void,
): Stage {
  return (passage) => {
    try {
      return through(stages, passage, until)?.catch((error: unknown) => rescue(passage, error))
    } catch (error) {
      rescue(passage, error)
      return undefined
    }
  }
}

function word(passage: Passage, error: unknown): void {
  const { instance, call, entry } = passage
  const { dialect } = instance.service
  // The change was undone. A vendor that refuses with status 200 must not send its events either.
  call.outbox.length = 0
  if (error instanceof Failure) {
    entry.hint = error.hint ?? entry.hint
    passage.answer = dialect.failure(error, call)
    return
  }
  entry.error = traceOf(error)
  passage.answer = dialect.failure(dialect.internal(error, call), call)
}

/** Answers an error of one of the stages in plain words, because the service's dialect itself has failed. */
export function lastResort(...stages: readonly Stage[]): Stage {
  return rescued(stages, 'outcome', (passage, error) => {
    if (error instanceof EpochEnded) return passage.drop()
    const { service } = passage.instance
    passage.entry.error = traceOf(error)
    passage.answer = text(`backlot's ${service.id} broke while it worded its answer: ${String(error)}\n`, 500)
  })
}

/** The stack of an error, as the request log shows it. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
