import { isLongerThan } from '../characters.ts'
import { invalidField, missingField, validationFailed, type FieldError } from '#codehost/errors.ts'

const LONGEST_NAME = 50
const LONGEST_DESCRIPTION = 100

/** @throws 422 for a label whose name or description the vendor refuses. */
export function checkLabel({
  name,
  description = null,
}: {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
}): void {
  if (name?.trim() === '') throw missingField('Label', 'name')
  const wrong: FieldError[] = []
  if (name !== undefined && isLongerThan(name, LONGEST_NAME)) wrong.push(tooLong('name', LONGEST_NAME))
  if (isLongerThan(description ?? '', LONGEST_DESCRIPTION)) wrong.push(tooLong('description', LONGEST_DESCRIPTION))
  if (wrong.length > 0) throw validationFailed(...wrong)
}

/**
 * The vendor reports less detail here than on the routes for labels.
 *
 * @throws 422 for a name that a new label of an issue cannot have.
 */
export function checkNewName(name: string): void {
  if (name.trim() === '' || isLongerThan(name, LONGEST_NAME)) throw invalidField('Label', 'name', name)
}

function tooLong(field: string, maximum: number): FieldError {
  return {
    resource: 'Label',
    code: 'custom',
    field,
    message: `${field} is too long (maximum is ${maximum} characters)`,
  }
}
