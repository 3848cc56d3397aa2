import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { Wire } from '#payments/schema/payments.ts'
import type { Reader, ReaderAction } from '#payments/schema/terminal.ts'
import { endAction } from './actions.ts'

/** A field that the customer fills in at the reader, as the vendor writes it. */
type Input = Wire & { readonly type: string; readonly required: boolean | null }

/** The answers of the simulated customer. */
const ANSWERS: Readonly<Record<string, string>> = {
  email: 'customer@example.com',
  numeric: '1234',
  phone: '+15555550123',
  text: 'Simulated text',
}

/**
 * Lets the simulated customer fill in the fields of a reader; `skips` leaves out those that are not required.
 *
 * @throws 400 for a reader that collects none.
 */
export function fillInputs(context: PaymentsContext, reader: Reader, skips: boolean): Reader {
  const { details } = collecting(reader)
  const inputs = details['inputs'] as readonly Input[] // the action was begun with them
  const filled = inputs.map((each) => (skips && each.required !== true ? { ...each, skipped: true } : answered(each)))
  return endAction(context, reader, { status: 'succeeded', details: { ...details, inputs: filled } })
}

/**
 * Lets the customer do nothing for too long.
 *
 * @throws 400 for a reader that collects no input.
 */
export function timeOutInputs(context: PaymentsContext, reader: Reader): Reader {
  collecting(reader)
  return endAction(context, reader, {
    status: 'failed',
    failureCode: 'terminal_reader_timeout',
    failureMessage: 'The customer did not fill in the fields in time.',
  })
}

function collecting({ action }: Reader): ReaderAction {
  if (action?.type === 'collect_inputs' && action.status === 'in_progress') return action
  throw invalidRequest('The reader is not collecting inputs.')
}

function answered(input: Input): Input {
  const toggles = input['toggles'] as readonly Wire[] | null // the request has given them
  const set = toggles === null ? null : toggles.map((each) => ({ ...each, value: each['default_value'] ?? 'disabled' }))
  const answer = { ...input, skipped: false, toggles: set }
  if (input.type === 'selection') {
    const selection = input['selection'] as { readonly choices: readonly Wire[] } // a field of this type has choices
    const { id = null, text = null } = selection.choices[0] ?? {}
    return { ...answer, selection: { ...selection, id, text } }
  }
  return { ...answer, [input.type]: { value: ANSWERS[input.type] ?? null } }
}
