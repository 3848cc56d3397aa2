import { ownMember } from '#core/objects.ts'

/** The codes of the categories of merchants. https://docs.stripe.com/issuing/categories */
const CODES: Readonly<Record<string, string>> = {
  ac_refrigeration_repair: '7623',
  advertising_services: '7311',
  airlines_air_carriers: '4511',
  automated_cash_disburse: '6011',
  automated_fuel_dispensers: '5542',
  betting_casino_gambling: '7995',
  book_stores: '5942',
  bus_lines: '4131',
  car_rental_agencies: '7512',
  computer_software_stores: '5734',
  department_stores: '5311',
  digital_goods_applications: '5817',
  digital_goods_games: '5816',
  digital_goods_large_volume: '5818',
  digital_goods_media: '5815',
  discount_stores: '5310',
  drug_stores_and_pharmacies: '5912',
  eating_places_restaurants: '5812',
  electronics_stores: '5732',
  fast_food_restaurants: '5814',
  grocery_stores_supermarkets: '5411',
  hardware_stores: '5251',
  hotels_motels_and_resorts: '7011',
  parking_lots_garages: '7523',
  passenger_railways: '4112',
  service_stations: '5541',
  taxicabs_limousines: '4121',
  telecommunication_services: '4814',
  travel_agencies_tour_operators: '4722',
  utilities: '4900',
}

/** Returns the code of a category; that of other shops for a category without one here. */
export function categoryCode(category: string): string {
  return ownMember(CODES, category) ?? '5999'
}
