import type { Document } from '../values/value.ts'

/**
 * The server's error codes. https://www.mongodb.com/docs/manual/reference/error-codes/
 */
export const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  NoSuchKey: 4,
  GraphContainsCycle: 5,
  HostUnreachable: 6,
  FailedToParse: 9,
  CannotMutateObject: 10,
  UserNotFound: 11,
  UnsupportedFormat: 12,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  EmptyArrayOperation: 21,
  InvalidBSON: 22,
  LockTimeout: 24,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  NonExistentPath: 29,
  InvalidPath: 30,
  RoleNotFound: 31,
  CursorNotFound: 43,
  NamespaceExists: 48,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  DottedFieldName: 57,
  CommandNotFound: 59,
  ShardKeyNotFound: 61,
  WriteConcernFailed: 64,
  MultipleErrorsOccurred: 65,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NetworkTimeout: 89,
  CommandNotSupported: 115,
  OperationFailed: 96,
  WriteConflict: 112,
  CommandNotSupportedOnView: 166,
  DocumentValidationFailure: 121,
  ReadConcernMajorityNotAvailableYet: 134,
  CappedPositionLost: 136,
  MaxTimeMSExpired: 50,
  ConflictingUpdateOperators: 40,
  ExceededMemoryLimit: 146,
  TransactionTooOld: 225,
  AtomicityFailure: 226,
  NoSuchTransaction: 251,
  NoSuchSession: 206,
  TransactionCommitted: 256,
  TransactionExceededLifetimeLimitSeconds: 290,
  OperationNotSupportedInTransaction: 263,
  NoQueryExecutionPlans: 291,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  ChangeStreamFatalError: 280,
  ChangeStreamHistoryLost: 286,
  IdxKeySpecConflict: 87,
  ConversionFailure: 241,
  CursorInUse: 12051,
  InvalidUUID: 207,
  SnapshotUnavailable: 246,
  IncompleteTransactionHistory: 217,
  APIVersionError: 322,
  APIStrictError: 323,
  InterruptedAtShutdown: 11600,
  Interrupted: 11601,
  InterruptedDueToReplStateChange: 11602,
  NotWritablePrimary: 10107,
  NotPrimaryNoSecondaryOk: 13435,
  NotPrimaryOrSecondary: 13436,
  PrimarySteppedDown: 189,
  ShutdownInProgress: 91,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  SocketException: 9001,
  AtlasError: 8000,
} as const

/** The name of a server error that has one. */
export type CodeName = keyof typeof ERROR_CODES

const NAMES = new Map(Object.entries(ERROR_CODES).map(([name, code]) => [code as number, name]))

/** Returns the name of an error code; `Location<code>` for one without a name, as the server has it. */
export function codeNameOf(code: number): string {
  return NAMES.get(code) ?? `Location${code}`
}

/** A refusal of the server: its code and its words. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly code: number
  /** Further members of the reply: `keyPattern`, `errInfo`. */
  readonly extra: Document
  /** The labels by which a driver decides whether to try again. */
  readonly labels: readonly string[]

  constructor(code: CodeName | number, message: string, extra: Document = {}, labels: readonly string[] = []) {
    super(message)
    this.code = typeof code === 'number' ? code : ERROR_CODES[code]
    this.extra = extra
    this.labels = labels
  }
}
