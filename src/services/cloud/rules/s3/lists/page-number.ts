import { invalidArgument } from '#cloud/errors/s3.ts'

const LARGEST = 2_147_483_647

/** The name and the limits of a number that a list takes. */
interface PageNumber {
  /** The name of the parameter, in a query or behind `x-amz-` in a header. */
  readonly name: string
  /** The value without the parameter, and with an empty one. */
  readonly otherwise: number
  /** The name in the refusal of a number out of range, where the vendor spells it in another way; default: the name. */
  readonly inRange?: string
  /** Default: 0. */
  readonly least?: number
  /** Default: the largest integer of 32 bits. */
  readonly most?: number
}

/**
 * Parses the size of a page or a marker that is a number. Signs and leading zeros are allowed, as `-0`.
 *
 * @throws `InvalidArgument` in one of the vendor's two wordings: for what is no integer of 32 bits, and for a number
 * out of range, which it names as it was understood.
 */
export function pageNumber(text: string | null | undefined, parameter: PageNumber): number {
  const { name, otherwise, inRange = name, least = 0, most = LARGEST } = parameter
  if (text === null || text === undefined || text === '') return otherwise
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= -LARGEST - 1 && number <= LARGEST)) {
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, text)
  }
  if (number < least || number > most) {
    throw invalidArgument(
      `Argument ${inRange} must be an integer between ${least} and ${most}`,
      inRange,
      String(number),
    )
  }
  // Not -0, which would be written as it is.
  return number === 0 ? 0 : number
}
