/** The countries of address forms, by ISO 3166-1 code, in the order of their English names. */
export const COUNTRIES: Readonly<Record<string, string>> = {
  AR: 'Argentina', AU: 'Australia', AT: 'Austria', BE: 'Belgium', BR: 'Brazil', BG: 'Bulgaria', CA: 'Canada', CL: 'Chile',
  CN: 'China', CO: 'Colombia', HR: 'Croatia', CY: 'Cyprus', CZ: 'Czech Republic', DK: 'Denmark', EE: 'Estonia', FI: 'Finland',
  FR: 'France', DE: 'Germany', GR: 'Greece', HK: 'Hong Kong SAR China', HU: 'Hungary', IS: 'Iceland', IN: 'India',
  ID: 'Indonesia', IE: 'Ireland', IL: 'Israel', IT: 'Italy', JP: 'Japan', KE: 'Kenya', LV: 'Latvia', LI: 'Liechtenstein',
  LT: 'Lithuania', LU: 'Luxembourg', MY: 'Malaysia', MT: 'Malta', MX: 'Mexico', NL: 'Netherlands', NZ: 'New Zealand',
  NG: 'Nigeria', NO: 'Norway', PH: 'Philippines', PL: 'Poland', PT: 'Portugal', RO: 'Romania', SG: 'Singapore', SK: 'Slovakia',
  SI: 'Slovenia', ZA: 'South Africa', KR: 'South Korea', ES: 'Spain', SE: 'Sweden', CH: 'Switzerland', TW: 'Taiwan',
  TH: 'Thailand', TR: 'Türkiye', UA: 'Ukraine', AE: 'United Arab Emirates', GB: 'United Kingdom', US: 'United States',
  UY: 'Uruguay', VN: 'Vietnam',
}
