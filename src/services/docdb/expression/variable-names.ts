import { CommandError } from '#docdb/errors/command-error.ts'

/**
 * Checks a name that an expression or a command gives a variable.
 *
 * https://www.mongodb.com/docs/manual/reference/aggregation-variables/
 *
 * @throws CommandError when no variable of a user may have it.
 */
export function checkVariableName(name: string): void {
  // The one variable of the system that a user may set.
  if (name === 'CURRENT') return
  if (name === '') throw refused('empty variable names are not allowed')
  if (!/^[a-z\u0080-\uffff]/.test(name)) throw invalidStart(name)
  const [invalid] = /[^a-zA-Z0-9_\u0080-\uffff]/.exec(name) ?? []
  if (invalid !== undefined) throw refused(`'${name}' contains an invalid character for a variable name: '${invalid}'`)
}

/**
 * Checks a name by which an expression reads a variable. Those of the system begin with a capital letter.
 *
 * @throws CommandError when no variable may have it.
 */
export function checkReadName(name: string): void {
  if (!/^[a-zA-Z\u0080-\uffff]/.test(name)) throw invalidStart(name)
}

function invalidStart(name: string): CommandError {
  return refused(`'${name}' starts with an invalid character for a user variable name`)
}

function refused(text: string): CommandError {
  return new CommandError('FailedToParse', text)
}
