/**
 * The state of a prompt, as its listener gets it.
 * https://developers.google.com/identity/gsi/web/reference/js-reference#PromptMomentNotification
 */
export interface Moment {
  getMomentType(): 'display' | 'skipped' | 'dismissed'
  isDisplayMoment(): boolean
  isDisplayed(): boolean
  isNotDisplayed(): boolean
  getNotDisplayedReason(): string | undefined
  isSkippedMoment(): boolean
  getSkippedReason(): string | undefined
  isDismissedMoment(): boolean
  getDismissedReason(): string | undefined
}

/** The prompt is on the page. */
export function displayed(): Moment {
  return momentOf('display')
}

/** The person has closed the prompt. */
export function skipped(reason: 'user_cancel'): Moment {
  return momentOf('skipped', reason)
}

/** The prompt has ended without the person's closing it. */
export function dismissed(reason: 'credential_returned' | 'cancel_called'): Moment {
  return momentOf('dismissed', reason)
}

function momentOf(type: ReturnType<Moment['getMomentType']>, reason?: string): Moment {
  return {
    getMomentType: () => type,
    isDisplayMoment: () => type === 'display',
    isDisplayed: () => type === 'display',
    isNotDisplayed: () => false,
    getNotDisplayedReason: () => undefined,
    isSkippedMoment: () => type === 'skipped',
    getSkippedReason: () => (type === 'skipped' ? reason : undefined),
    isDismissedMoment: () => type === 'dismissed',
    getDismissedReason: () => (type === 'dismissed' ? reason : undefined),
  }
}
