import type { InteractionRefusal } from '#oidc-d/rules/interactions/refusals.ts'
import { listJson, refusalMessageJson, type FieldJson, type FormJson, type MessageJson } from './forms.ts'

/**
 * Returns the forms of a step with the message of a refusal at the field that it is about, which is one of the first
 * form; null where that has no such field.
 */
export function markedForms(forms: readonly FormJson[], refusal: InteractionRefusal): readonly FormJson[] | null {
  const [first, ...rest] = forms
  if (first === undefined || refusal.field === null || !first.value.some((each) => has(each, refusal.field)))
    return null
  const value = first.value.map((field) => marked(field, refusal.field, refusalMessageJson(refusal)))
  return [{ ...first, value }, ...rest]
}

function has({ name, form }: FieldJson, sought: string | null): boolean {
  return name === sought || (form?.value.some((each) => has(each, sought)) ?? false)
}

function marked(field: FieldJson, sought: string | null, message: MessageJson): FieldJson {
  if (field.name === sought) return { ...field, messages: listJson([message]) }
  if (field.form === undefined) return field
  return { ...field, form: { value: field.form.value.map((each) => marked(each, sought, message)) } }
}
