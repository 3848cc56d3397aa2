/**
 * A parameter of the API: text, a number, a boolean, a list or an object of parameters. Null and undefined are left
 * out.
 */
type Parameter = unknown

/** The parameters of a request, by name. */
export interface Parameters {
  readonly [name: string]: Parameter
}

/** Encodes parameters as the API reads them: `card[number]=4242…&expand[0]=customer`. */
export function encodeForm(parameters: Parameters): string {
  const pairs = new URLSearchParams()
  const add = (name: string, value: Parameter): void => {
    if (value === null || value === undefined) return
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
    } else pairs.append(name, `${value as string | number | boolean}`) // no other values are parameters
  }
  for (const [name, value] of Object.entries(parameters)) add(name, value)
  return pairs.toString()
}
