import { boolean, hash, list, oneOf, required, text, type ValuesOf } from '#payments/protocol/params.ts'

const STATE = oneOf('disabled', 'enabled')

const INPUT = {
  custom_text: required(
    hash({ description: text(), skip_button: text(), submit_button: text(), title: required(text()) }),
  ),
  required: boolean(),
  selection: hash({
    choices: required(
      list(hash({ id: required(text()), style: oneOf('primary', 'secondary'), text: required(text()) })),
    ),
  }),
  toggles: list(hash({ default_value: STATE, description: text(), title: text() })),
  type: required(oneOf('email', 'numeric', 'phone', 'selection', 'signature', 'text')),
}

/**
 * The fields that a customer fills in at a reader.
 * https://docs.stripe.com/terminal/features/collect-inputs/overview
 */
export const INPUTS = list(hash(INPUT), { max: 5 })

/** Writes a field that nobody has filled in yet. */
export function inputJson(input: ValuesOf<typeof INPUT>): object {
  const { description = null, skip_button = null, submit_button = null, title } = input.custom_text
  const choices = input.selection?.choices.map(({ id, style = null, text }) => ({ id, style, text })) ?? []
  const answer = input.type === 'selection' ? { choices, id: null, text: null } : { value: null }
  const toggles = input.toggles?.map((each) => ({
    default_value: each.default_value ?? null,
    description: each.description ?? null,
    title: each.title ?? null,
    value: null,
  }))
  return {
    custom_text: { description, skip_button, submit_button, title },
    [input.type]: answer,
    required: input.required ?? false,
    toggles: toggles ?? null,
    type: input.type,
  }
}
