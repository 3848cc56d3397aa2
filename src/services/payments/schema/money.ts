/** The collections of money: balance transactions, refunds, disputes, payouts. */
export const moneyCollections = {}
