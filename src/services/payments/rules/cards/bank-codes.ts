/** The lengths of the codes in an IBAN, by country: of the bank, and of its branch where there is one. */
const LENGTHS: Readonly<Record<string, readonly [bank: number, branch?: number]>> = {
  AT: [5],
  BE: [3],
  CH: [5],
  DE: [8],
  DK: [4],
  EE: [2],
  ES: [4, 4],
  FI: [6],
  FR: [5, 5],
  GB: [4, 6],
  GI: [4],
  HR: [7],
  IE: [4, 6],
  LI: [5],
  LT: [5],
  LU: [3],
  NL: [4],
  NO: [4],
  PT: [4, 4],
  SE: [3],
}

/** Returns the codes of the bank and of its branch, empty where there is none, that an IBAN begins with. */
export function bankCodesOf(iban: string): { readonly bank_code: string; readonly branch_code: string } {
  const [bank, branch = 0] = LENGTHS[iban.slice(0, 2)] ?? [8]
  return { bank_code: iban.slice(4, 4 + bank), branch_code: iban.slice(4 + bank, 4 + bank + branch) }
}
