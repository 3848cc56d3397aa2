import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { typeProblems } from './published-types.ts'

const require = createRequire(import.meta.url)

/** The package of the library's types, which the vendor's other packages bring along. */
const TYPES = '@clerk/shared/package.json'

/** Differences between the types of the library and the vendor's description, which answers follow. */
const DESCRIBED: readonly RegExp[] = [
  // The description declares more members nullable than the types, and tells kinds of verifications apart.
  /is null, not|\.verifications?(?:\.(?:email_address|phone_number|web3_wallet|external_account))?\.\w+ is missing$/,
  // Parts of a record have no id and no object of their own.
  /\.(?:id|object) is missing$/,
  // The types require a provider of each name, and list fewer factors and permissions than the library reads.
  /\.social\.oauth_\w+ is missing$|\.supported_identifiers\.\* is "passkey"|\.(?:first_factors|verifications|permissions)\.\* is /,
  // No version of the description has these, or they are optional there.
  /\.(?:profile_image_id|timezone|create_organizations_limit|external_client_secret) is missing$/,
  // Attempts have other names in answers, and the two ages are a tuple, which the comparison does not know.
  /^Sign(?:In|Up)JSON\.object is |\.factor_verification_age is a list/,
]

let loaded: { readonly checker: ts.TypeChecker; readonly types: ReadonlyMap<string, ts.Symbol> } | undefined

/** Returns the interfaces of JSON that the vendor's library for browsers publishes, by their names. */
function published(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded
  const other = require.resolve('@clerk/backend/package.json')
  const file = join(dirname(createRequire(other).resolve(TYPES)), 'dist/types/index.d.ts')
  const options = { types: [], skipLibCheck: true, strict: true, module: ts.ModuleKind.ESNext }
  const program = ts.createProgram([file], {
    ...options,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} cannot be read`)
  loaded = { checker, types: new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol])) }
  return loaded
}

/**
 * Returns where an answer of the frontend API differs from an interface that the vendor's library for browsers
 * publishes: `ClientJSON`. Members that the interface does not have are no problem.
 */
export function browserTypeProblems(name: string, answer: unknown): string[] {
  const { checker, types } = published()
  const symbol = types.get(name)
  if (symbol === undefined) throw new Error(`the library publishes no ${name}`)
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  return typeProblems(checker, type, answer, { unknownMembers: 'ignored', missingMembers: 'problem' })
    .map((problem) => `${name}${problem}`)
    .filter((problem) => !DESCRIBED.some((pattern) => pattern.test(problem)))
}
