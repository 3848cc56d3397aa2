/**
 * The security questions that users choose from.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/
 */
export const SECURITY_QUESTIONS: Readonly<Record<string, string>> = {
  disliked_food: 'What is the food you least liked as a child?',
  name_of_first_plush_toy: 'What is the name of your first stuffed animal?',
  first_award: 'What did you earn your first medal or award for?',
  favorite_security_question: 'What is your favorite security question?',
  favorite_toy: 'What is the toy/stuffed animal you liked the most as a kid?',
  first_computer_game: 'What was the first computer game you played?',
  favorite_movie_quote: 'What is your favorite movie quote?',
  first_sports_team_mascot: 'What was the mascot of the first sports team you played on?',
  first_music_purchase: 'What music album or song did you first purchase?',
  favorite_art_piece: 'What is your favorite piece of art?',
  grandmother_favorite_desert: "What was your grandmother's favorite dessert?",
  first_thing_cooked: 'What was the first thing you learned to cook?',
  childhood_dream_job: 'What was your dream job as a child?',
  place_where_significant_other_was_met: 'Where did you meet your spouse/significant other?',
  favorite_vacation_location: 'Where did you go for your favorite vacation?',
  new_years_two_thousand: "Where were you on New Year's Eve in the year 2000?",
  favorite_speaker_actor: 'Who is your favorite speaker/orator?',
  favorite_book_movie_character: 'Who is your favorite book/movie character?',
  favorite_sports_player: 'Who is your favorite sports player?',
}
