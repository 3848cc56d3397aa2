import { OAuthFailure, type OAuthErrorCode } from '#oauth/failure.ts'

/**
 * A refusal of a service account's assertion, with the vendor's own sentence.
 * https://developers.google.com/identity/protocols/oauth2/service-account#error-codes
 */
export class AssertionFailure extends OAuthFailure {
  readonly sentence: string

  /** @param message What was expected and what came. */
  constructor(code: OAuthErrorCode, sentence: string, message: string) {
    super(code, message)
    this.sentence = sentence
  }
}
