import type { Account } from '#codehost/schema/accounts.ts'
import { emptyConnection } from '../connection.ts'
import type { Fields } from '../source.ts'

/** The fields of users and organizations about sponsors: nobody sponsors anybody here. */
export const sponsorFields: Fields<Account> = {
  hasSponsorsListing: () => false,
  isSponsoredBy: () => false,
  isSponsoringViewer: () => false,
  viewerIsSponsoring: () => false,
  viewerCanSponsor: () => false,
  monthlyEstimatedSponsorsIncomeInCents: () => 0,
  estimatedNextSponsorsPayoutInCents: () => 0,
  sponsorsListing: () => null,
  sponsorshipForViewerAsSponsor: () => null,
  sponsorshipForViewerAsSponsorable: () => null,
  sponsors: emptyConnection,
  sponsoring: emptyConnection,
  sponsorshipsAsMaintainer: emptyConnection,
  sponsorshipsAsSponsor: emptyConnection,
}
