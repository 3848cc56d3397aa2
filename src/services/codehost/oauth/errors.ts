import type { OAuthFailure } from '#oauth/failure.ts'
import type { Members } from '#oauth/context.ts'

/**
 * Returns the members of a failed sign-in's answer: GitHub's error and sentence, with the expected and the actual
 * value.
 * https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
export function errorMembers(failure: OAuthFailure): Members {
  const { error, sentence, page } = worded(failure)
  const description = sentence === failure.message ? sentence : `${sentence} ${failure.message}`
  return { error, error_description: description, error_uri: `https://docs.github.com/${page}`, ...failure.details }
}

interface Wording {
  readonly error: string
  /** The vendor's sentence, which the expected and the actual value follow. */
  readonly sentence: string
  readonly page: string
}

const TOKEN_PAGE = 'apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/'
const AUTHORIZATION_PAGE = 'apps/managing-oauth-apps/troubleshooting-authorization-request-errors/'
const DEVICE_PAGE = 'apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#error-codes-for-the-device-flow'

/** Returns GitHub's name of a failure and the page that documents it. */
function worded({ code, culprit, message }: OAuthFailure): Wording {
  if (code === 'invalid_client') {
    return {
      error: 'incorrect_client_credentials',
      sentence: 'The client_id and/or client_secret passed are incorrect.',
      page: `${TOKEN_PAGE}#incorrect-client-credentials`,
    }
  }
  switch (culprit) {
    case 'code':
    case 'verifier':
      return {
        error: 'bad_verification_code',
        sentence: 'The code passed is incorrect or expired.',
        page: `${TOKEN_PAGE}#bad-verification-code`,
      }
    case 'redirect_uri':
      return {
        error: 'redirect_uri_mismatch',
        sentence: 'The redirect_uri MUST match the registered callback URL for this application.',
        page: `${AUTHORIZATION_PAGE}#redirect-uri-mismatch2`,
      }
    case 'refresh_token':
      return {
        error: 'bad_refresh_token',
        sentence: 'The refresh token passed is incorrect or expired.',
        page: `${TOKEN_PAGE}#bad-verification-code`,
      }
    case 'user':
      return {
        error: 'unverified_user_email',
        sentence: 'The user must have a verified primary email.',
        page: `${TOKEN_PAGE}#unverified_user_email`,
      }
    case 'device_code':
      if (code === 'access_denied') {
        return { error: code, sentence: 'The authorization request was denied.', page: DEVICE_PAGE }
      }
      return { error: 'incorrect_device_code', sentence: 'The device_code provided is not valid.', page: DEVICE_PAGE }
    case null:
      return wordedByCode(code, message)
  }
}

function wordedByCode(code: OAuthFailure['code'], message: string): Wording {
  const byCode: Partial<Record<OAuthFailure['code'], Wording>> = {
    access_denied: {
      error: 'access_denied',
      sentence: 'The user has denied your application access.',
      page: `${AUTHORIZATION_PAGE}#access-denied`,
    },
    authorization_pending: {
      error: 'authorization_pending',
      sentence: 'The authorization request is still pending.',
      page: DEVICE_PAGE,
    },
    slow_down: {
      error: 'slow_down',
      sentence: 'Too many requests have been made in the same timeframe.',
      page: DEVICE_PAGE,
    },
    expired_token: {
      error: 'expired_token',
      sentence: 'This device_code has expired.',
      page: DEVICE_PAGE,
    },
    unsupported_grant_type: {
      error: 'unsupported_grant_type',
      sentence: 'The grant_type is not supported.',
      page: DEVICE_PAGE,
    },
  }
  return (
    byCode[code] ?? {
      error: code,
      sentence: message,
      page: 'apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    }
  )
}
